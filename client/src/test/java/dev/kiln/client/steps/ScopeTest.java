package dev.kiln.client.steps;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScopeTest {
  @Test
  void isTheFolderOfTheDeclaration() {
    assertThat(Scope.of("a/b/fn.yaml")).isEqualTo(new Scope("a/b"));
  }

  @Test
  void isThePackageForADeclarationAtItsRoot() {
    assertThat(Scope.of("fn.yaml")).isEqualTo(Scope.ALL);
  }

  @Test
  void isOneLevelUpForADeclarationAmongFunctions() {
    assertThat(Scope.of("a/functions/fn.yaml")).isEqualTo(new Scope("a"));
    assertThat(Scope.of("functions/fn.yaml")).isEqualTo(Scope.ALL);
    assertThat(Scope.of("a/functions/b/fn.yaml")).isEqualTo(new Scope("a/functions/b"));
    assertThat(Scope.of("a/myfunctions/fn.yaml")).isEqualTo(new Scope("a/myfunctions"));
    assertThat(Scope.of("functions.yaml")).isEqualTo(Scope.ALL);
  }

  @Test
  void holdsItsFolderAndAllBelow() {
    assertThat(new Scope("foo").holds("foo/a.yaml")).isTrue();
    assertThat(new Scope("foo").holds("foo/functions/deep/a.yaml")).isTrue();
  }

  @Test
  void holdsNoFolderThatOnlyBeginsLikeIt() {
    assertThat(new Scope("foo").holds("foobar/a.yaml")).isFalse();
    assertThat(new Scope("foo").holds("foo.yaml")).isFalse();
    assertThat(new Scope("foo").holds("foo")).isFalse();
    assertThat(new Scope("foo").holds("bar/foo/a.yaml")).isFalse();
  }

  @Test
  void holdsEverythingIfItIsThePackage() {
    assertThat(Scope.ALL.holds("a/b/c.yaml")).isTrue();
  }
}
