package dev.kiln.bench.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.kiln.bench.attack.SmuggledRequests;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The HTTP door. Whatever comes, the connection ends, each answer is whole and none is 500, and
 * there are no more answers than requests.
 */
final class HttpTarget implements FuzzTarget {
  private static final int MAX_SEED = 8 << 10;
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 ([1-5]\\d\\d) [^\r\n]*\r\n");
  private static final Pattern LENGTH = Pattern.compile("\r\ncontent-length: (\\d+)\r\n");

  @Override
  public List<byte[]> seeds() throws IOException {
    var seeds = new ArrayList<byte[]>();
    for (String request : SmuggledRequests.all().values()) {
      if (request.length() < MAX_SEED) {
        seeds.add(request.getBytes(ISO_8859_1));
      }
    }
    String head = "POST /functions/set-labels?a=b HTTP/1.1\r\nHost: a:80\r\nContent-Type: ";
    seeds.add(
        (head
                + "application/json\r\nKRM-Timeout: 1s\r\nKRM-Log-Limit: 1Ki\r\nContent-Length: 2\r\n\r\n{}")
            .getBytes(ISO_8859_1));
    seeds.add(
        (head
                + "text/yaml\r\nAccept: text/yaml;q=0.5, */*\r\nAccept-Encoding: gzip\r\nKRM-Image: a/b:c\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n2;a=b\r\n{}\r\n0\r\na: b\r\n\r\n")
            .getBytes(ISO_8859_1));
    seeds.add(
        (head
                + "text/yaml\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\nAuthorization: Bearer x\r\ntraceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\n\r\nabcGET / HTTP/1.0\r\n\r\n")
            .getBytes(ISO_8859_1));
    return seeds;
  }

  @Override
  public void accept(byte[] input) throws IOException {
    FuzzedHost host = FuzzedHost.open();
    String answers;
    try (Socket socket = host.connectHttp()) {
      FuzzedHost.send(socket, input);
      answers = new String(FuzzedHost.readAll(socket), ISO_8859_1);
    }
    host.requireNoFault();
    String request = new String(input, ISO_8859_1);
    if (!request.contains("HEAD")) { // its answers have a length and no body
      int lines = request.split("[\r\n]+", -1).length;
      Require.that(countAnswers(answers) <= lines, "more answers than requests");
    }
  }

  /** Counts the answers, and requires that nothing else came. */
  static int countAnswers(String answers) {
    int count = 0;
    for (int at = 0; at < answers.length(); ) {
      Matcher status = STATUS.matcher(answers).region(at, answers.length());
      Require.that(status.lookingAt(), "not an answer: " + answers.substring(at));
      Require.that(!status.group(1).equals("500"), "500: " + answers.substring(at));
      int end = answers.indexOf("\r\n\r\n", at) + 4;
      Require.that(end > 3, "half an answer: " + answers.substring(at));
      if (status.group(1).startsWith("1")) {
        at = end;
        continue;
      }
      Matcher length = LENGTH.matcher(answers).region(at, end);
      Require.that(length.find(), "an answer without a length: " + answers.substring(at));
      at = end + Integer.parseInt(length.group(1));
      Require.that(at <= answers.length(), "half an answer: " + answers);
      count++;
    }
    return count;
  }
}
