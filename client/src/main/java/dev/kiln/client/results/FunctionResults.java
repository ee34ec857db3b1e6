package dev.kiln.client.results;

import dev.kiln.sdk.Result;
import dev.kiln.yaml.node.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The results of one function, and how it ended.
 *
 * @param name the name of the image, the program, the server's address or the function
 * @param stderr the function's stderr; empty if it wrote none
 * @param raw {@code results} as the function wrote them, if it wrote any
 */
public record FunctionResults(
    Ran ran, String name, int exitCode, String stderr, List<Result> results, @Nullable Node raw) {
  public FunctionResults {
    results = List.copyOf(results);
  }

  /** The kind of function that ran. kpt knows the first two. */
  public enum Ran {
    IMAGE("image"),
    EXEC("exec"),
    ENDPOINT("endpoint"),
    FUNCTION("function");

    private final String field;

    Ran(String field) {
      this.field = field;
    }

    /** The field that holds the function's name in a list of results. */
    public String field() {
      return field;
    }
  }
}
