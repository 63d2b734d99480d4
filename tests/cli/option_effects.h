#pragma once

#include <map>
#include <string>
#include <vector>

/// What an option does to a command's output.
enum class Effect {
  kOutput,  ///< standard output, or the file {out}, is another one
  kNote,    ///< a note says that it has no effect
  kSame,    ///< the same output: the help says so
  kLine,    ///< only `says` and `lacks` count
  kFile,    ///< the file {new} appears
  kError,   ///< status 2, with the option's name
  kAsRun,   ///< one piece of code reads it for several commands, and `run` has its row
  kWindow,  ///< the window's tests look at it
};

struct EffectRow {
  std::string option;  ///< "--lambda", or the argument's name
  std::string with;    ///< the option with its value; replaces `{}` in the base, else at the end
  Effect expected = Effect::kOutput;
  std::string base = {};   ///< arguments before it, in place of the command's
  std::string says = {};   ///< in the new output alone
  std::string lacks = {};  ///< in the output of the base alone
};

struct CommandRows {
  std::string base;  ///< arguments of the rows without their own
  std::vector<EffectRow> rows;
};

/// The rows of every command, by its name. Texts have marks for files that the test makes: {goals},
/// {part1}, {new}, {out}.
std::map<std::string, CommandRows> option_effects();
