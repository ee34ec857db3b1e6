package @package@;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.Default;
import dev.kiln.sdk.ItemFunction;
import dev.kiln.sdk.Resource;
import dev.kiln.server.FunctionServer;

/** Labels every item with the team that owns it. */
public record @Class@(String team, @Default("owner") String label) implements ItemFunction {
  public @Class@ {
    BadInput.unless(team.matches("[a-z-]+"), "team", team, "small letters and dashes");
  }

  @Override
  public Resource apply(Resource item, Call call) {
    item.label(label)
        .filter(before -> !before.equals(team))
        .ifPresent(before -> call.info(item, "was owned by " + before));
    return item.withLabel(label, team);
  }

  public static void main(String[] args) {
    FunctionServer.main(args, @Class@.class);
  }
}
