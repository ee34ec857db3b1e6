package dev.kiln.conformance.document;

import dev.kiln.conformance.document.DocumentValue.Mapping;
import dev.kiln.conformance.document.DocumentValue.Position;
import dev.kiln.conformance.document.DocumentValue.Scalar;
import dev.kiln.conformance.document.DocumentValue.Sequence;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.nodes.CollectionNode;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Converts nodes of snakeyaml-engine to values. */
final class NodeConverter {
  private NodeConverter() {}

  static DocumentValue value(Node node) throws UnreadableDocumentException {
    return switch (node) {
      case ScalarNode scalar -> new Scalar(type(scalar), scalar.getValue(), place(node));
      case SequenceNode list -> {
        var values = new ArrayList<DocumentValue>(list.getValue().size());
        for (Node each : list.getValue()) {
          values.add(value(each));
        }
        yield new Sequence(List.copyOf(values), place(node));
      }
      case MappingNode map -> mapping(map);
      default ->
          throw new UnreadableDocumentException(
              "a " + node.getNodeType() + ", which is not readable");
    };
  }

  private static DocumentValue mapping(MappingNode map) throws UnreadableDocumentException {
    var entries = new LinkedHashMap<String, DocumentValue>();
    for (NodeTuple entry : map.getValue()) {
      if (!(entry.getKeyNode() instanceof ScalarNode key)) {
        throw new UnreadableDocumentException(
            "line " + (place(map).line() + 1) + ": a key that is no text");
      }
      if (entries.put(key.getValue(), value(entry.getValueNode())) != null) {
        throw new UnreadableDocumentException(
            "line %d, column %d: the key \"%s\" for the second time"
                .formatted(place(key).line() + 1, place(key).column() + 1, key.getValue()));
      }
    }
    return new Mapping(Collections.unmodifiableMap(entries), place(map));
  }

  private static ScalarType type(ScalarNode scalar) {
    return scalar.isPlain() ? ScalarType.of(scalar.getValue()) : ScalarType.STRING;
  }

  private static Position place(Node node) {
    boolean isFlow =
        node instanceof CollectionNode<?> list && list.getFlowStyle() == FlowStyle.FLOW;
    return node.getStartMark()
        .map(mark -> new Position(mark.getIndex(), mark.getLine(), mark.getColumn(), isFlow))
        .orElse(new Position(0, 0, 0, isFlow));
  }
}
