package dev.kiln.functions.conventions;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Resource;
import org.junit.jupiter.api.Test;

class FieldSpecTest {
  @Test
  void selectsByGroupVersionAndKind() {
    var item = Resource.parse("apiVersion: apps/v1\nkind: Deployment\n");
    assertTrue(new FieldSpec("", "", "", "a", false).selects(item));
    assertTrue(new FieldSpec("apps", "v1", "Deployment", "a", false).selects(item));
    assertFalse(new FieldSpec("batch", "", "", "a", false).selects(item));
    assertFalse(new FieldSpec("", "v2", "", "a", false).selects(item));
    assertFalse(new FieldSpec("", "", "Job", "a", false).selects(item));
  }

  @Test
  void refusesAnEmptyKey() {
    assertThrows(BadInput.class, () -> new FieldSpec("", "", "", "a//b", false));
    assertThrows(BadInput.class, () -> new FieldSpec("", "", "", "", false));
  }
}
