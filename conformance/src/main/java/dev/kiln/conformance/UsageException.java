package dev.kiln.conformance;

/** The command line is invalid. The message says what was expected. */
final class UsageException extends Exception {
  private static final long serialVersionUID = 1;

  static final String TEXT =
      """
      usage: kiln conformance TARGET [flags]
             kiln conformance --clauses

      Judges a KRM function, in whatever language it is written, by what the KRM Functions
      Specification says. TARGET is
        exec:COMMAND            a program: a list on stdin, a list on stdout
        image:IMAGE             the same as a container image
        http://HOST:PORT[/PATH] a server (spec v2) over HTTP
        grpc://HOST:PORT        a server over gRPC
        unix:///PATH.sock       a server on a unix socket, over HTTP; grpc+unix:// over gRPC
        serve:COMMAND           a program that the kit starts: as a server on free ports, and for
                                each call without an address

      What the function is asked with; by default a list of the kit's own, without functionConfig:
        --list FILE         a ResourceList that the function accepts
        --config FILE       its functionConfig, if the list has none
        --definition FILE   its KRMFunctionDefinition: says what more can be asked, and gives a
                            functionConfig if there is no other
        --kit               it is the reference function: it can be asked everything
        --function NAME     which of a server's functions

      What is asked:
        --level LEVEL       the least binding clauses that count: must, should, may, or contract,
                            which is Kiln's own; default: may
        --clause START      only clauses or cases whose ids begin so; may be given several times
        --clauses           asks nothing, and lists all clauses with their cases
        --door DOORS        which of serve:'s doors, as stdin,http,grpc; default: all

      What comes of it:
        --known-failing FILE  cases that may fail, an id a line, # for remarks; one that passes, or
                              is not there, fails the run
        --junit FILE        the verdicts for a CI, as JUnit's XML
        --json FILE         the verdicts for programs
        --verbose           every case, not only those that fail

      How it is run:
        --engine COMMAND    the container engine; default: the first of docker and podman on PATH
        --network NETWORK   what containers have; default: none
        --timeout SECONDS   how long one call may take; default: 60
        --help, -h          this text
        --version           which kit this is

      Exit codes: 0 all that was asked passed, 1 something failed, 2 the kit could not ask.
      """;

  UsageException(String message) {
    super(message);
  }
}
