package dev.kiln.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResourceIdentityTest {
  private static final Resource WEB =
      Resource.parse(
          "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  namespace: shop\n");

  @Test
  void isSharedByAnEditedResource() {
    ResourceId id = WEB.id();
    assertThat(WEB.withLabel("a", "b").withLabel("c", "d").id()).isSameAs(id);
  }

  @Test
  void sharesTheTextsThatItHasInCommonWithTheItemBeforeIt() {
    String item = "- {apiVersion: apps/v1, kind: Deployment, metadata: {name: %s}}\n";
    String items = item.formatted("web") + item.formatted("db") + item.formatted("db");
    var list = ResourceList.parse("kind: ResourceList\nitems:\n" + items).items();
    ResourceId web = list.get(0).id();
    ResourceId db = list.get(1).id();
    assertThat(db).isEqualTo(new ResourceId("apps", "v1", "Deployment", null, "db"));
    assertThat(db.kind()).isSameAs(web.kind());
    assertThat(db.group()).isSameAs(web.group());
    assertThat(list.get(2).id()).isSameAs(db);
  }

  @Test
  void followsAnEdit() {
    Resource moved = WEB.withNamespace("prod").withName("api");
    assertThat(moved.id()).isEqualTo(new ResourceId("apps", "v1", "Deployment", "prod", "api"));
    assertThat(WEB.id()).isEqualTo(new ResourceId("apps", "v1", "Deployment", "shop", "web"));
  }

  @Test
  void seesAFieldThatIsNoTextAnyMore() {
    Resource named = Resource.parse("kind: A\nmetadata:\n  name: 'null'\n  namespace: a\n");
    assertThat(named.id().name()).isEqualTo("null");
    Resource edited = named.edit(e -> e.set("metadata.name", null).set("metadata.namespace", null));
    assertThat(edited.name()).isEmpty();
    assertThat(edited.namespace()).isEmpty();
  }
}
