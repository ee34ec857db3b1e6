package dev.kiln.yaml;

record Plain(String text) {}
