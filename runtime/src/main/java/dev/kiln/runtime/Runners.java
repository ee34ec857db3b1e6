package dev.kiln.runtime;

import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.Resource;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The functions of a host, and the choice among them: by name; else by image, exactly or with
 * another tag or digest; else by the functionConfig's type; else the only one. What was asked for
 * and is not here is not found, and no later rule is tried.
 */
public final class Runners implements AutoCloseable {
  private final List<Hosted> all;

  public Runners(List<Hosted> all) {
    this.all = List.copyOf(all);
  }

  /** Every function, in the order given. */
  public List<Hosted> all() {
    return all;
  }

  /** The function that the caller named, if it named one or its image. */
  Optional<Hosted> asked(Invocation in) {
    return in.function().map(this::named).or(() -> in.image().map(this::standingInFor));
  }

  /** The function for a caller who named none. */
  Hosted fitting(FunctionConfig config) {
    if (all.size() == 1) {
      return all.getFirst();
    }
    Optional<Resource> resource = config.resource();
    List<Hosted> takers = resource.map(this::takers).orElse(List.of());
    if (takers.size() == 1) {
      return takers.getFirst();
    }
    throw notFound(why(resource, takers));
  }

  private List<Hosted> takers(Resource config) {
    return those(hosted -> hosted.configured().test(config.apiVersion(), config.kind()));
  }

  private Hosted named(String name) {
    return those(hosted -> hosted.name().equals(name)).stream()
        .findFirst()
        .orElseThrow(() -> notFound("no function \"" + name + "\""));
  }

  private Hosted standingInFor(String image) {
    var wanted = ImageName.of(image);
    return one(those(hosted -> hosted.images().contains(image)))
        .or(
            () ->
                one(
                    those(
                        hosted ->
                            hosted.images().stream().map(ImageName::of).anyMatch(wanted::equals))))
        .orElseThrow(() -> notFound("no one function for image \"" + image + "\""));
  }

  private List<Hosted> those(Predicate<Hosted> fit) {
    return all.stream().filter(fit).toList();
  }

  private static Optional<Hosted> one(List<Hosted> some) {
    return some.size() == 1 ? Optional.of(some.getFirst()) : Optional.empty();
  }

  private static String why(Optional<Resource> config, List<Hosted> takers) {
    if (config.isEmpty()) {
      return "neither a name nor a functionConfig says which function is meant";
    }
    String type = config.get().apiVersion() + "/" + config.get().kind();
    String takes = takers.isEmpty() ? "no function takes" : takers.size() + " functions take";
    return takes + " a functionConfig " + type;
  }

  private NothingRanException notFound(String what) {
    String names = String.join(", ", all.stream().map(Hosted::name).sorted().toList());
    String here = names.isEmpty() ? "there are none" : "there are " + names;
    return new NothingRanException(new Ending.NotFound(what + " (" + here + ")"));
  }

  @Override
  public void close() {
    all.forEach(hosted -> hosted.runner().close());
  }
}
