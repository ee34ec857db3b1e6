package dev.kiln.client.steps;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FolderScopeTest {
  @Test
  void isTheFolderOfTheDeclaration() {
    assertThat(FolderScope.of("a/b/fn.yaml")).isEqualTo(new FolderScope("a/b"));
  }

  @Test
  void isThePackageForADeclarationAtItsRoot() {
    assertThat(FolderScope.of("fn.yaml")).isEqualTo(FolderScope.ALL);
  }

  @Test
  void isOneLevelUpForADeclarationAmongFunctions() {
    assertThat(FolderScope.of("a/functions/fn.yaml")).isEqualTo(new FolderScope("a"));
    assertThat(FolderScope.of("functions/fn.yaml")).isEqualTo(FolderScope.ALL);
    assertThat(FolderScope.of("a/functions/b/fn.yaml")).isEqualTo(new FolderScope("a/functions/b"));
    assertThat(FolderScope.of("a/myfunctions/fn.yaml")).isEqualTo(new FolderScope("a/myfunctions"));
    assertThat(FolderScope.of("functions.yaml")).isEqualTo(FolderScope.ALL);
  }

  @Test
  void holdsItsFolderAndAllBelow() {
    assertThat(new FolderScope("foo").contains("foo/a.yaml")).isTrue();
    assertThat(new FolderScope("foo").contains("foo/functions/deep/a.yaml")).isTrue();
  }

  @Test
  void holdsNoFolderThatOnlyBeginsLikeIt() {
    assertThat(new FolderScope("foo").contains("foobar/a.yaml")).isFalse();
    assertThat(new FolderScope("foo").contains("foo.yaml")).isFalse();
    assertThat(new FolderScope("foo").contains("foo")).isFalse();
    assertThat(new FolderScope("foo").contains("bar/foo/a.yaml")).isFalse();
  }

  @Test
  void holdsEverythingIfItIsThePackage() {
    assertThat(FolderScope.ALL.contains("a/b/c.yaml")).isTrue();
  }
}
