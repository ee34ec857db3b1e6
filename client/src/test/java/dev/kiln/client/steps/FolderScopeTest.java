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
    assertThat(new Scope("foo").contains("foo/a.yaml")).isTrue();
    assertThat(new Scope("foo").contains("foo/functions/deep/a.yaml")).isTrue();
  }

  @Test
  void holdsNoFolderThatOnlyBeginsLikeIt() {
    assertThat(new Scope("foo").contains("foobar/a.yaml")).isFalse();
    assertThat(new Scope("foo").contains("foo.yaml")).isFalse();
    assertThat(new Scope("foo").contains("foo")).isFalse();
    assertThat(new Scope("foo").contains("bar/foo/a.yaml")).isFalse();
  }

  @Test
  void holdsEverythingIfItIsThePackage() {
    assertThat(Scope.ALL.contains("a/b/c.yaml")).isTrue();
  }
}
