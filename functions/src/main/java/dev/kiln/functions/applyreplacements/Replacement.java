package dev.kiln.functions.applyreplacements;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Result;
import dev.kiln.yaml.node.Node;
import java.util.List;
import java.util.stream.Stream;

/** A source of a value and the targets that the value is copied to. */
public record Replacement(ReplacementSource source, List<ReplacementTarget> targets) {

  public Replacement {
    targets = List.copyOf(targets);
    BadInput.unless(!targets.isEmpty(), "targets", "none", "at least one target");
  }

  void apply(EditedItems items, List<Result> warnings) {
    warnAboutEncodings(warnings);
    Node value = source.valueIn(items);
    for (ReplacementTarget target : targets) {
      List<EditedItem> selected = target.selectFrom(items);
      if (selected.isEmpty()) {
        warnings.add(
            Result.info("nothing selected by target " + IdentityPattern.of(target.select())));
      }
      for (EditedItem item : selected) {
        target.writeValue(value, item, items, warnings);
      }
    }
  }

  private void warnAboutEncodings(List<Result> warnings) {
    Stream.concat(
            Stream.ofNullable(source.options()),
            targets.stream().flatMap(t -> Stream.ofNullable(t.options())))
        .map(FieldOptions::encoding)
        .filter(encoding -> !encoding.isEmpty())
        .map(
            encoding ->
                Result.warning(
                    "encoding %s has no effect: values are copied as they are".formatted(encoding)))
        .forEach(warnings::add);
  }
}
