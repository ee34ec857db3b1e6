package dev.kiln.runtime.kind.container;

import dev.kiln.runtime.containers.Mount;
import dev.kiln.runtime.containers.PullPolicy;
import dev.kiln.runtime.kind.Cost;
import dev.kiln.runtime.kind.DeclarationForm;
import dev.kiln.runtime.kind.Environment;
import dev.kiln.runtime.kind.FactoryContext;
import dev.kiln.runtime.kind.Field;
import dev.kiln.runtime.kind.Fields;
import dev.kiln.runtime.kind.FlagForm;
import dev.kiln.runtime.kind.FlagForm.Naming;
import dev.kiln.runtime.kind.FunctionFactory;
import dev.kiln.runtime.kind.FunctionKind;
import dev.kiln.runtime.kind.GivenSettings;
import dev.kiln.runtime.kind.PoolOptions;
import dev.kiln.runtime.kind.Pooling;
import dev.kiln.runtime.kind.ServingOptions;
import dev.kiln.runtime.kind.Setting;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Container images, of spec v1 or v2 according to their metadata. */
public final class ContainerKind implements FunctionKind<ImageFunction> {
  private static final String NAME = "container";
  private static final String IMAGE = "image";
  private static final String NETWORK = "network";
  private static final String MOUNTS = "mounts";
  private static final String ENVS = "envs";
  private static final String ENV = "env";
  private static final String MEMORY = "memory";
  private static final String READ_ONLY = "readOnly";
  private static final String PULL = "pull";
  private static final String TYPE = "type";
  private static final String BIND = "bind";
  private static final String TMPFS = "tmpfs";

  /** The engines' name for the network of this machine. */
  private static final String HOST_NETWORK = "host";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Class<ImageFunction> type() {
    return ImageFunction.class;
  }

  @Override
  public Cost cost() {
    return Cost.PROCESS;
  }

  @Override
  public Pooling pooling() {
    return Pooling.AHEAD;
  }

  @Override
  public Set<Setting> settings() {
    return EnumSet.allOf(Setting.class);
  }

  @Override
  public ImageFunction withSettings(ImageFunction image, GivenSettings given) {
    var mounts = new ArrayList<>(image.mounts());
    mounts.addAll(given.mounts());
    ImageFunction connected = given.network() ? image.withNetwork(HOST_NETWORK) : image;
    return connected
        .withMounts(mounts)
        .withEnvs(Environment.merged(image.envs(), given.envs()))
        .withPull(given.pull().orElse(image.pull()));
  }

  @Override
  public Optional<ImageFunction> ofImage(String image) {
    return Optional.of(ImageFunction.of(image).withPool(PoolOptions.OF_A_REQUEST));
  }

  @Override
  public FunctionFactory<ImageFunction> factory(FactoryContext context) {
    return new ContainerFactory(context);
  }

  // --- In the configuration file of a host ------------------------------------------------------

  @Override
  public Optional<DeclarationForm<ImageFunction>> hostForm() {
    Field options =
        Field.map(
            NAME,
            Field.text(NETWORK, "the engine's name of a network")
                .withDefault(ImageFunction.NO_NETWORK),
            Field.textMap(ENV, "a text"),
            Field.maps(
                MOUNTS,
                Field.text("source", "a path of this machine").isRequired(),
                Field.text("target", "an absolute path").isRequired(),
                Field.flag("writable")),
            Field.bytes(MEMORY),
            Field.flag(READ_ONLY),
            Field.word(PULL, "always", "missing", "never").withDefault("missing"));
    var beside = new ArrayList<Field>();
    beside.add(options);
    beside.addAll(ServingOptions.FIELDS);
    beside.add(PoolOptions.FIELD);
    Field image = Field.text(IMAGE, "the name of an image");
    return Optional.of(new DeclarationForm<>(image, beside, ContainerKind::ofHost));
  }

  private static ImageFunction ofHost(Fields declaration) {
    ServingOptions serving = ServingOptions.read(declaration);
    Optional<PoolOptions> pool = PoolOptions.read(declaration);
    ImageFunction plain = declaration.made(IMAGE, () -> ImageFunction.of(declaration.text(IMAGE)));
    if (!declaration.has(NAME)) {
      return with(plain, 0, false, PullPolicy.MISSING, serving, pool);
    }
    Fields options = declaration.map(NAME);
    var mounts = new ArrayList<Mount>();
    for (Fields mount : options.maps(MOUNTS)) {
      mounts.add(mount.made("", () -> bind(mount)));
    }
    ImageFunction seeing =
        plain.withMounts(mounts).withEnvs(Environment.list(options.textMap(ENV)));
    return with(
        options.made(NETWORK, () -> seeing.withNetwork(options.text(NETWORK))),
        options.bytes(MEMORY, 0),
        options.flag(READ_ONLY),
        PullPolicy.valueOf(options.text(PULL).toUpperCase(Locale.ROOT)),
        serving,
        pool);
  }

  private static Mount bind(Fields mount) {
    return new Mount(BIND, mount.text("source"), mount.text("target"), mount.flag("writable"));
  }

  private static ImageFunction with(
      ImageFunction image,
      long memoryBytes,
      boolean readOnly,
      PullPolicy pull,
      ServingOptions serving,
      Optional<PoolOptions> pool) {
    return new ImageFunction(
        image.image(),
        image.network(),
        image.mounts(),
        image.envs(),
        memoryBytes,
        readOnly,
        pull,
        serving,
        pool);
  }

  // --- In annotations of resources --------------------------------------------------------------

  @Override
  public Optional<DeclarationForm<ImageFunction>> annotationForm() {
    Field container =
        Field.map(
            NAME,
            Field.text(IMAGE, "the name of an image").isRequired(),
            Field.flag(NETWORK).orMap(Field.flag("required")), // a map in the form of 2020
            Field.maps(
                MOUNTS,
                Field.text(TYPE, "bind, volume, tmpfs").withDefault(BIND),
                Field.text("src", "a path or a name"),
                Field.text("dst", "an absolute path").isRequired(),
                Field.flag("rw")),
            Environment.FIELD);
    return Optional.of(DeclarationForm.of(container, ContainerKind::ofAnnotation));
  }

  private static ImageFunction ofAnnotation(Fields declaration) {
    Fields container = declaration.map(NAME);
    boolean network =
        container.isMap(NETWORK)
            ? container.map(NETWORK).flag("required")
            : container.flag(NETWORK);
    List<Mount> mounts = mounts(container);
    List<String> envs = container.made(ENVS, () -> Environment.checked(container.texts(ENVS)));
    ImageFunction image = container.made(IMAGE, () -> ImageFunction.of(container.text(IMAGE)));
    return image
        .withNetwork(network ? HOST_NETWORK : ImageFunction.NO_NETWORK)
        .withMounts(mounts)
        .withEnvs(envs);
  }

  /**
   * Reads mounts. It checks one field at a time, so that an error names the field that is wrong.
   */
  private static List<Mount> mounts(Fields container) {
    var mounts = new ArrayList<Mount>();
    for (Fields mount : container.maps(MOUNTS)) {
      String type = mount.text(TYPE);
      String source = mount.text("src");
      String target = mount.text("dst");
      boolean writable = mount.flag("rw");
      mount.made(TYPE, () -> new Mount(type, type.equals(TMPFS) ? "" : "any", "/any", false));
      mount.made("dst", () -> new Mount(TMPFS, "", target, false));
      mounts.add(mount.made("src", () -> new Mount(type, source, target, writable)));
    }
    return mounts;
  }

  // --- On a command line ------------------------------------------------------------------------

  @Override
  public Optional<FlagForm<ImageFunction>> hostFlag() {
    return flag(
        "add a container image as a function and keep containers of it ready; may be given several times");
  }

  @Override
  public Optional<FlagForm<ImageFunction>> runFlag() {
    return flag("run this container image");
  }

  private static Optional<FlagForm<ImageFunction>> flag(String help) {
    return Optional.of(
        new FlagForm<>(
            "--image", "IMAGE", help, Naming.OPTIONAL, "IMAGE or NAME=IMAGE", ImageFunction::of));
  }
}
