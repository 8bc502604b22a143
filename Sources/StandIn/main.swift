import Glibc

exit(StandInProgram.run(Array(CommandLine.arguments.dropFirst())))
