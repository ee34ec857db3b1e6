package dev.kiln.cli.fn;

import dev.kiln.client.files.WritePlan;
import dev.kiln.flags.Flag;
import dev.kiln.flags.FlagValues;
import java.io.Console;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Makes sure that somebody wants most resources of a package to be deleted. A function that returns
 * too little is more often wrong than right.
 */
final class DeletionCheck {
  static final Flag ALLOW_DELETE_ALL =
      Flag.asSwitch(
          "--allow-delete-all",
          "let functions delete more than half of a package of ten or more resources");

  private final boolean allowed;
  private final @Nullable UnaryOperator<String> terminal;

  /**
   * Creates a check.
   *
   * @param terminal asks a person a question; null if there is nobody to ask
   */
  DeletionCheck(boolean allowed, @Nullable UnaryOperator<String> terminal) {
    this.allowed = allowed;
    this.terminal = terminal;
  }

  /** Returns why the plan must not be written as it is; it asks if there is a terminal. */
  static Optional<String> findProblem(FlagValues values, WritePlan plan, Path folder) {
    return plan.deletesMost() // else it needs no terminal, which takes a moment to find
        ? new DeletionCheck(values.isOn(ALLOW_DELETE_ALL), terminal()).findProblem(plan, folder)
        : Optional.empty();
  }

  /** Returns why the plan could be written only if somebody agrees. */
  static Optional<String> findDoubt(FlagValues values, WritePlan plan, Path folder) {
    return new DeletionCheck(values.isOn(ALLOW_DELETE_ALL), null).findDoubt(plan, folder);
  }

  private static @Nullable UnaryOperator<String> terminal() {
    return Optional.ofNullable(System.console())
        .filter(Console::isTerminal)
        .map(DeletionCheck::asking)
        .orElse(null);
  }

  private static UnaryOperator<String> asking(Console console) {
    return question -> Optional.ofNullable(console.readLine("%s", question)).orElse("");
  }

  /** Returns why the plan must not be written as it is; empty if it may be written. */
  Optional<String> findProblem(WritePlan plan, Path folder) {
    return findDoubt(plan, folder).filter(doubt -> terminal == null || !isYes(doubt));
  }

  private Optional<String> findDoubt(WritePlan plan, Path folder) {
    int gone = plan.itemsBefore() - plan.itemsAfter();
    return plan.deletesMost() && !allowed
        ? Optional.of(
            "%d of the %d resources in %s would be deleted (expected: %s, if that is meant)"
                .formatted(gone, plan.itemsBefore(), folder, ALLOW_DELETE_ALL.name()))
        : Optional.empty();
  }

  private boolean isYes(String doubt) {
    String question = doubt.substring(0, doubt.indexOf(" (expected")) + ". Delete them? [y/N] ";
    String answer = terminal == null ? "" : terminal.apply(question).strip();
    return answer.equalsIgnoreCase("y") || answer.equalsIgnoreCase("yes");
  }
}
