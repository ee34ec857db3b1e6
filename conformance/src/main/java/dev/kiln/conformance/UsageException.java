package dev.kiln.conformance;

/** The command line is invalid. The message says what was expected. */
final class UsageException extends Exception {
  private static final long serialVersionUID = 1;

  static final String TEXT =
      """
      usage: kiln conformance TARGET [flags]
             kiln conformance --clauses

      Checks a KRM function, in any language, against the KRM Functions Specification. TARGET is
        exec:COMMAND            a program: a list on stdin, a list on stdout
        image:IMAGE             the same as a container image
        http://HOST:PORT[/PATH] a server (spec v2) over HTTP
        grpc://HOST:PORT        a server over gRPC
        unix:///PATH.sock       a server on a unix socket, over HTTP; grpc+unix:// over gRPC
        serve:COMMAND           a program that the kit starts: as a server on free ports, and
                                without an address for each call over stdin

      The input of the function; by default a list of the kit, without functionConfig:
        --list FILE         a ResourceList that the function accepts
        --config FILE       its functionConfig, if the list has none
        --definition FILE   its KRMFunctionDefinition, which enables more cases, and provides a
                            functionConfig if there is no other
        --kit               the target is the reference function, which supports all cases
        --function NAME     the function to call, if a server has several

      The cases to run:
        --level LEVEL       the least binding clauses to check: must, should, may, or contract,
                            which is Kiln's own; default: may
        --clause START      only clauses or cases whose ids begin with START; may be given several
                            times
        --clauses           run nothing, and list all clauses with their cases
        --door DOORS        the ways to call a serve: target, such as stdin,http,grpc; default: all

      The report:
        --known-failing FILE  cases that may fail, one id for each line, # for comments; the run
                              fails if one of them passes or does not exist
        --junit FILE        write the verdicts for a CI system, as JUnit XML
        --json FILE         write the verdicts for programs, as JSON
        --verbose           print every case, not only those that fail

      The environment:
        --engine COMMAND    the container engine; default: the first of docker and podman on PATH
        --network NETWORK   the network of containers; default: none
        --timeout SECONDS   the time limit of one call; default: 60
        --help, -h          show this help
        --version           show the version of the kit

      Exit codes: 0 all cases passed, 1 a case failed, 2 the kit could not run.
      """;

  UsageException(String message) {
    super(message);
  }
}
