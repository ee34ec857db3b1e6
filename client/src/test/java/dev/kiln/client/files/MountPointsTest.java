package dev.kiln.client.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class MountPointsTest {
  @Test
  void findsMountsBelowTheRootWithBlanksInTheirNames() {
    List<String> mounts =
        List.of(
            "22 1 0:20 / / rw - ext4 /dev/sda1 rw",
            "23 22 0:21 / /srv/pkg rw,relatime - tmpfs none rw",
            "24 22 0:22 / /srv/pkg-2 rw - tmpfs none rw",
            "25 23 0:23 /x /srv/pkg/b\\040c rw shared:1 - ext4 /dev/sda1 rw",
            "26 23 0:24 / /srv/pkg/a/$1 rw - tmpfs none rw");

    assertThat(MountPoints.below(Path.of("/srv/pkg"), mounts)).containsExactly("a/$1", "b c");
  }
}
