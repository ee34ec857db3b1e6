package dev.kiln.functions.searchreplace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldPatternTest {
  @ParameterizedTest
  @CsvSource({
    "a.b.c, a.b.c, true",
    "a.b, a.b.c, false",
    "a.*.c, a.b.c, true",
    "a.*.c, a.b.b.c, false",
    "a.*, a, false",
    "**, a.b.c, true",
    "**.c, c, true",
    "a.**.c, a.c, true",
    "a.**.c, a.b[0].d.c, true",
    "a.**, a, true",
    "a.**.b.**.c, a.x.b.y.z.c, true",
    "a.**.b.**.c, a.x.y.z.c, false",
    "a.*.b.**.b, a.a.b.c.e.b, true",
    "a[1].c, a[1].c, true",
    "a[1].c, a[2].c, false",
    "a[*].c, a[2].c, true",
    "*[*].c, a[2].c, true",
    "*[2].c, a[2].c, true",
    "b[*].c, a[2].c, false",
    "a[*], a, false",
    "a, a[0], false",
    "*, a[0], true",
  })
  void holdsForThePlacesItMeans(String pattern, String place, boolean holds) {
    assertEquals(holds, FieldPattern.of(pattern).matches(place));
  }

  @ParameterizedTest
  @CsvSource({"a.b, true", "a.*, false", "a[0].b, false", "a..b, false", ".a, false"})
  void isPlainIfItNamesOneField(String pattern, boolean plain) {
    assertEquals(plain, FieldPattern.of(pattern).isPlain());
  }
}
