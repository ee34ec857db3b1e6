package dev.kiln.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.flags.Flags;
import dev.kiln.flags.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HostSettingsTest {
  private static final Pattern FLAG = Pattern.compile("(?m)^  (--[a-z-]+) ");
  private static final Pattern VARIABLE = Pattern.compile("\\[(KRM_[A-Z_]+)]");

  private static HostSettings of(String... args) {
    return settings(HostSettings.flagsOfMany(TestKinds.FLAGS), List.of(args), Map.of());
  }

  private static HostSettings settings(
      Flags flags, List<String> args, Map<String, String> variables) {
    return HostSettings.of(flags.parse(args, variables), TestKinds.FLAGS);
  }

  @Test
  void everyFlagAndVariableIsDocumented() throws IOException {
    String docs =
        Files.readString(Path.of(System.getProperty("kiln.top"), "docs", "operations.md"));
    String help = HostSettings.flagsOfMany(TestKinds.FLAGS).help();
    assertThat(all(FLAG, help)).hasSizeGreaterThan(15).allMatch(flag -> docs.contains("`" + flag));
    assertThat(all(VARIABLE, help))
        .hasSizeGreaterThan(15)
        .allMatch(variable -> docs.contains("`" + variable + "`"));
  }

  private static List<String> all(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(found -> found.group(1)).toList();
  }

  @Test
  void everyFlagHasAVariable() {
    Matcher flags = FLAG.matcher(HostSettings.flagsOfMany(TestKinds.FLAGS).help());
    assertThat(flags.results().count())
        .isEqualTo(
            VARIABLE.matcher(HostSettings.flagsOfMany(TestKinds.FLAGS).help()).results().count());
  }

  @Test
  void isNoServerWithoutAnAddress() {
    assertThat(of().addresses().isServer()).isFalse();
    assertThat(of("--http-addr=").addresses().isServer()).isFalse();
    assertThat(of("--grpc-addr", ":0").addresses().isServer()).isTrue();
  }

  @Test
  void refusesAnAdminAddressAlone() {
    assertThatThrownBy(() -> of("--admin-addr", ":0"))
        .isInstanceOf(UsageException.class)
        .hasMessage("--admin-addr needs --http-addr or --grpc-addr beside it");
  }

  @Test
  void refusesFlagsWithoutThoseTheyNeed() {
    assertThatThrownBy(() -> of("--http-addr=:0", "--admin-addr=:0", "--admin-tls=on"))
        .isInstanceOf(UsageException.class)
        .hasMessage("--admin-tls on needs --tls-dir beside it");
    assertThatThrownBy(() -> of("--http-addr=:0", "--isolate=jar"))
        .isInstanceOf(UsageException.class)
        .hasMessage("--isolate needs --functions beside it");
    assertThatThrownBy(() -> of("--functions=.", "--isolate=function"))
        .isInstanceOf(UsageException.class)
        .hasMessage("--isolate: \"function\" (expected: none, jar or folder)");
  }

  @Test
  void isNoServerForAVariableOfTheAdminAddressAlone() {
    Map<String, String> variables = Map.of("KRM_FUNCTION_ADMIN_ADDRESS", ":0");
    assertThat(
            settings(HostSettings.flagsOfMany(TestKinds.FLAGS), List.of(), variables)
                .addresses()
                .isServer())
        .isFalse();
  }

  @Test
  void aProgramOfOneFunctionChoosesNone() {
    Map<String, String> variables = Map.of("KRM_FUNCTION_NAME", "another");
    assertThat(settings(HostSettings.OF_ONE, List.of(), variables).functions()).isEmpty();
    assertThat(
            settings(HostSettings.flagsOfMany(TestKinds.FLAGS), List.of(), variables).functions())
        .containsExactly("another");
  }

  @Test
  void readsLimits() {
    HostSettings settings =
        of("--max-message-bytes", "4Mi", "--max-queued=0", "--timeout", "90s", "--idle-timeout=1m");
    assertThat(settings.limits().maxMessageBytes()).isEqualTo(4 << 20);
    assertThat(settings.limits().maxQueued()).isZero();
    assertThat(settings.limits().timeout()).isEqualTo(Duration.ofSeconds(90));
    assertThat(settings.connections().idleTimeout()).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void refusesLimitsThatCannotBeMeant() {
    assertThatThrownBy(() -> of("--max-concurrent", "0"))
        .hasMessage("--max-concurrent: \"0\" (expected: a number from 1 up)");
    assertThatThrownBy(() -> of("--max-message-bytes", "4MB"))
        .hasMessage(
            "--max-message-bytes: \"4MB\" (expected: a number of bytes below 2Gi, as 4194304 or"
                + " 4Mi)");
    assertThatThrownBy(() -> of("--timeout", "5"))
        .hasMessage("--timeout: \"5\" (expected: a duration above 0, as 90s or 1h30m)");
    assertThatThrownBy(() -> of("--log-format", "xml"))
        .hasMessage("--log-format: \"xml\" (expected: text or json)");
  }

  @Test
  void refusesABudgetThatOneMessageBreaks() {
    assertThatThrownBy(() -> of("--max-message-bytes=4Mi", "--max-bytes-in-flight=1Mi"))
        .hasMessage(
            "--max-bytes-in-flight: \"1Mi\" (expected: at least 8388608, twice what one message may"
                + " have)");
  }
}
