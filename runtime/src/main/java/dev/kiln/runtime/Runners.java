package dev.kiln.runtime;

import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/**
 * The functions of a host, and the choice among them: by name; else by image, exactly or with
 * another tag or digest; else by the functionConfig's type; else the only one. What was asked for
 * and is not here is not found, and no later rule is tried.
 */
public final class Runners implements AutoCloseable {
  private final List<Runnable> reactions = new CopyOnWriteArrayList<>();
  private volatile List<Hosted> all;
  private volatile OtherImages others =
      image -> {
        throw notFound("no one function for image \"" + image + "\"");
      };

  public Runners(List<Hosted> all) {
    this.all = List.copyOf(all);
  }

  /** Has images that no function here stands in for asked for there. */
  public void others(OtherImages source) {
    others = source;
  }

  /** Every function, in the order given. */
  public List<Hosted> all() {
    return all;
  }

  /** The function of that name. */
  public Optional<Hosted> find(String name) {
    for (Hosted hosted : all) {
      if (hosted.name().equals(name)) {
        return Optional.of(hosted);
      }
    }
    return Optional.empty();
  }

  /**
   * Holds these functions from now on. Calls in flight end on what they began with; what is no
   * longer here is closed behind the last of them.
   */
  public synchronized void replace(List<Hosted> others) {
    List<Hosted> before = all;
    all = List.copyOf(others);
    var gone = new ArrayList<>(before);
    gone.removeAll(others);
    for (Hosted hosted : gone) {
      hosted.leave();
    }
    if (!gone.isEmpty()) {
      reactions.forEach(Runnable::run);
    }
  }

  /** Adds what is to happen each time functions are gone from here. */
  void whenGone(Runnable reaction) {
    reactions.add(reaction);
  }

  /**
   * The function that a call is for, kept open until the call leaves it.
   *
   * @throws NothingRanException if there is none
   * @throws dev.kiln.sdk.BadInput if the list must be read to know, and is none
   */
  Hosted enter(Invocation in) {
    while (true) {
      Hosted chosen = choose(in);
      if (chosen.enter()) {
        return chosen;
      }
    }
  }

  /** Whether the function can be told without the list, and its calls wait. */
  boolean isKnownToWait(Invocation in) {
    if (in.function().isPresent()) {
      return in.function().flatMap(this::find).filter(Runners::waits).isPresent();
    }
    List<Hosted> now = all;
    return in.image().isPresent()
        ? in.image().flatMap(this::findStandingInFor).map(Runners::waits).orElse(true)
        : now.size() == 1 && waits(now.getFirst());
  }

  private static boolean waits(Hosted hosted) {
    return hosted.runner().waits();
  }

  private Hosted choose(Invocation in) {
    if (in.function().isPresent()) {
      return named(in.function().get());
    }
    return in.image().isPresent()
        ? standingInFor(in.image().get())
        : fitting(in.list().functionConfig());
  }

  private Hosted named(String name) {
    return find(name).orElseThrow(() -> notFound("no function \"" + name + "\""));
  }

  private Hosted standingInFor(String image) {
    return findStandingInFor(image).orElseGet(() -> others.forImage(image));
  }

  private Optional<Hosted> findStandingInFor(String image) {
    var wanted = ImageName.of(image);
    return one(those(hosted -> hosted.images().contains(image)))
        .or(() -> one(those(hosted -> hosted.isOf(wanted))));
  }

  private Hosted fitting(FunctionConfig config) {
    List<Hosted> now = all; // others may come between two looks
    if (now.size() == 1) {
      return now.getFirst();
    }
    Optional<Resource> resource = config.resource();
    List<Hosted> takers = resource.map(this::takers).orElse(List.of());
    if (takers.size() == 1) {
      return takers.getFirst();
    }
    throw notFound(why(resource, takers));
  }

  private List<Hosted> takers(Resource config) {
    return those(hosted -> hosted.takes(config.apiVersion(), config.kind()));
  }

  private List<Hosted> those(Predicate<Hosted> fit) {
    var those = new ArrayList<>(all);
    those.removeIf(fit.negate());
    return those;
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

  /** That nothing here is what was asked for, and what is. */
  public NothingRanException notFound(String what) {
    return new NothingRanException(new Ending.NotFound(what + " (" + here() + ")"));
  }

  /** Says which functions there are. */
  public String here() {
    String names = String.join(", ", all.stream().map(Hosted::name).sorted().toList());
    return names.isEmpty() ? "there are none" : "there are " + names;
  }

  /** Holds nothing any more. */
  @Override
  public void close() {
    replace(List.of());
  }
}
