package dev.kiln.server;

import dev.kiln.flags.FlagValues;
import dev.kiln.flags.UsageException;
import dev.kiln.net.Address;
import dev.kiln.net.BadAddress;
import dev.kiln.net.Binding;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The address of one door, and the flag or variable that gave it. */
record DoorAddress(FlagValues.Given given, Address address) {
  static DoorAddress of(FlagValues.Given given) {
    try {
      return new DoorAddress(given, Address.parse(given.value()));
    } catch (BadAddress e) {
      throw new UsageException(given.source() + ": " + e.getMessage());
    }
  }

  /** Rejects two doors with one address. */
  static void refuseClashes(List<DoorAddress> places) {
    for (int i = 0; i < places.size(); i++) {
      DoorAddress one = places.get(i);
      for (DoorAddress other : places.subList(i + 1, places.size())) {
        if (one.address.clashesWith(other.address)) {
          throw new UsageException(
              "%s and %s are the same address, \"%s\" (expected: one for each)"
                  .formatted(one.given.source(), other.given.source(), other.given.value()));
        }
      }
    }
  }

  /** Opens a door there. */
  interface Opening<T> {
    T open(Binding binding) throws Exception;
  }

  /**
   * Opens a door there.
   *
   * @throws CannotStartException if the address cannot be had
   */
  <T> T open(Optional<FlagValues.Given> socketMode, Opening<T> opening) {
    try {
      Binding binding =
          Binding.of(address, socketMode.map(DoorAddress::mode).orElse(Binding.SOCKET_MODE));
      return opening.open(binding);
    } catch (UsageException e) {
      throw e;
    } catch (Exception e) {
      throw new CannotStartException(given.source() + ": " + Binding.why(e, address), e);
    }
  }

  private static Set<PosixFilePermission> mode(FlagValues.Given given) {
    if (!given.value().matches("0?[0-7]{3}")) {
      throw given.invalid("three octal digits, as 0660");
    }
    int bits = Integer.parseInt(given.value(), 8);
    var mode = EnumSet.noneOf(PosixFilePermission.class);
    PosixFilePermission[] fromTheLeft = PosixFilePermission.values();
    for (int i = 0; i < fromTheLeft.length; i++) {
      if ((bits & (1 << (fromTheLeft.length - 1 - i))) != 0) {
        mode.add(fromTheLeft[i]);
      }
    }
    return mode;
  }
}
