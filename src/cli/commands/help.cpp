#include <algorithm>
#include <iostream>

#include <fmt/format.h>

#include "iklab/version.h"

#include "cli/commands/commands.h"
#include "cli/options/reach_study.h"
#include "cli/options/setup_options.h"
#include "cli/output/output.h"
#include "io/files/text.h"
#include "io/scene/scene_file.h"
#include "lab/claims/claims.h"
#include "lab/scene/knobs.h"

// Commands that are made from the options of the other commands.
namespace cli {
namespace {

/// Escapes text for a manual page in roff, man(7): backslashes, hyphens, and a request character at
/// the start of a line.
std::string roff(const std::string& text) {
  std::string result;
  bool begins = true;
  for (const char c : text) {
    if (begins && (c == '.' || c == '\'')) result += "\\&";
    begins = c == '\n';
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
  }
  return result;
}

/// Escapes text as one paragraph: replaces the line breaks of a help text by spaces.
std::string paragraph(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return roff(text);
}

/// Head of an option's entry: "\fB--steps\fR \fIN\fR".
std::string head_of(const CLI::Option& option) {
  const bool takes_value = option.get_items_expected_max() > 0;
  const std::string value =
      takes_value ? fmt::format(" \\fI{}\\fR", roff(option.get_type_name())) : "";
  if (option.get_lnames().empty()) return fmt::format("\\fI{}\\fR", roff(option.get_name()));
  const auto bold = [](const std::string& name) { return "\\fB" + roff(name) + "\\fR"; };
  return io::joined(dashed_names(option), ", ", bold) + value;
}

void print_options(std::ostream& out, const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    out << ".TP\n" << head_of(*option) << '\n' << paragraph(option->get_description()) << '\n';
  }
}

/// The manual page of a program and its commands.
void print_manual(std::ostream& out, const CLI::App& program) {
  out << ".TH IKLAB 1 \"\" \"iklab " IKLAB_VERSION "\" \"User Commands\"\n"
      << ".SH NAME\niklab \\- " << paragraph(program.get_description()) << '\n'
      << ".SH SYNOPSIS\n.B iklab\n[\\fICOMMAND\\fR] [\\fIOPTIONS\\fR]\n"
      << ".SH DESCRIPTION\nWithout a command the window opens. Results go to standard output, or "
         "to "
         "the files that options name; notes and errors go to standard error.\n";
  print_options(out, program);
  out << ".SH COMMANDS\n";
  for (const CLI::App* command : program.get_subcommands({})) {
    out << ".SS iklab " << roff(command->get_name()) << '\n'
        << paragraph(command->get_description()) << ".\n";
    print_options(out, *command);
    if (const std::string example = command->get_footer(); !example.empty()) {
      out << ".PP\n.nf\n" << roff(example) << "\n.fi\n";
    }
  }
  out << ".SH EXIT STATUS\n.TP\n0\nDone.\n.TP\n1\nSomething else failed, such as a full disk.\n"
      << ".TP\n2\nThe input is wrong; one line on standard error names file, field or option.\n"
      << ".TP\n3\nThe pose of `iklab solve` is not reached, `iklab path` breaks or needs a "
         "reconfiguration, or --timeout ended the work; one line on standard error says why.\n"
      << ".TP\n128+N\nEnded by signal N: 130 after Ctrl C, 141 when the reader of standard output "
         "is gone.\n";
}

/// What may stand behind an option, or as a command's own argument.
struct Values {
  std::vector<std::string> words = {};
  bool files = false;
};

/// \param type of the option: "S" a scene, "M" a method, "FILE", "fixed|free"
Values values_of(const CLI::App& command, const CLI::Option& option) {
  const std::string type = option.get_type_name();
  if (type == "S") return {io::built_in_scenes(), true};
  if (type == "M") return {method_ids()};
  if (type == "M1,M2,..." || type == kReachMethodsType) {
    Values names{{"all", "report"}};
    for (std::string& id : method_ids()) names.words.push_back(std::move(id));
    if (type == kReachMethodsType) names.words.emplace_back(lab::ReachMethod().id());
    return names;
  }
  for (const char* path : {"FILE", "N|F.csv", "F.png", "F1 F2 ...", "NAME=DIR"}) {
    if (type == path) return {{}, true};
  }
  if (type.find('|') != std::string::npos) return {io::parts_of(type, '|')};
  if (command.get_name() == "claims" && option.get_positional()) {
    Values names{{"all"}};
    for (const lab::Claim& claim : lab::claims()) names.words.emplace_back(claim.id);
    return names;
  }
  for (const lab::Knob& knob : lab::shared_knobs()) {
    if (option.get_name() != std::string("--") + knob.name) continue;
    return {{knob.choices.begin(), knob.choices.end()}};
  }
  return {};
}

Values arguments_of(const CLI::App& program, const CLI::App& command) {
  if (command.get_name() == "help") return {command_names(program)};
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional()) return values_of(command, *option);
  }
  return {};
}

std::string bash_reply(const Values& values) {
  std::string reply;
  if (!values.words.empty()) {
    reply += fmt::format("COMPREPLY+=($(compgen -W \"{}\" -- \"$word\")); ",
                         fmt::join(values.words, " "));
  }
  if (values.files) reply += "COMPREPLY+=($(compgen -f -- \"$word\")); ";
  return reply.empty() ? ":" : reply;
}

/// A branch of a `case` for each option that takes a value, and what else a command takes.
void print_bash_command(std::ostream& out, const CLI::App& program, const CLI::App& command) {
  std::vector<std::string> names;
  out << fmt::format("    {})\n      case $before in\n", command.get_name());
  for (const CLI::Option* option : command.get_options()) {
    for (std::string& name : dashed_names(*option)) names.push_back(std::move(name));
    if (option->get_items_expected_max() == 0 || option->get_lnames().empty()) continue;
    out << fmt::format("        {}) {}\n          return ;;\n",
                       fmt::join(dashed_names(*option), "|"),
                       bash_reply(values_of(command, *option)));
  }
  out << fmt::format("      esac\n      options=\"{}\"\n      {}\n      ;;\n",
                     fmt::join(names, " "), bash_reply(arguments_of(program, command)));
}

void print_bash(std::ostream& out, const CLI::App& program) {
  out << "# completes the words of iklab in bash: made by `iklab completion bash`\n"
         "_iklab() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options=\"\"\n"
         "  COMPREPLY=()\n"
         "  if ((COMP_CWORD == 1)); then\n"
      << fmt::format("    COMPREPLY=($(compgen -W \"{} --help --version --quiet\" -- \"$word\"))\n",
                     fmt::join(command_names(program), " "))
      << "    return\n  fi\n  case ${COMP_WORDS[1]} in\n";
  for (const CLI::App* command : program.get_subcommands({})) {
    print_bash_command(out, program, *command);
  }
  out << "  esac\n"
         "  if [[ $word == -* ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
         "  fi\n}\n"
         "complete -o filenames -F _iklab iklab\n";
}

/// A text within single quotes of zsh, where _arguments gives colons and brackets a meaning.
std::string zsh_quoted(const std::string& text) {
  std::string result;
  for (const char c : text.substr(0, text.find('\n'))) {
    if (c == ':' || c == '[' || c == ']' || c == '\\') result += '\\';
    result += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return result;
}

std::string zsh_action(const Values& values) {
  const std::string words = fmt::format("{}", fmt::join(values.words, " "));
  if (words.empty()) return values.files ? "_files" : " ";
  return values.files ? fmt::format("{{_files; compadd {}}}", words) : fmt::format("({})", words);
}

void print_zsh_command(std::ostream& out, const CLI::App& program, const CLI::App& command) {
  out << fmt::format("    {})\n      _arguments", command.get_name());
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_lnames().empty()) continue;
    const bool takes_value = option->get_items_expected_max() > 0;
    for (const std::string& name : dashed_names(*option)) {
      out << fmt::format(" \\\n        '{}{}[{}]{}'",
                         option->get_items_expected_max() > 1 ? "*" : "", name,
                         zsh_quoted(option->get_description()),
                         takes_value ? fmt::format(":{}:{}", zsh_quoted(option->get_type_name()),
                                                   zsh_action(values_of(command, *option)))
                                     : "");
    }
  }
  out << fmt::format(" \\\n        '*:argument:{}'\n      ;;\n",
                     zsh_action(arguments_of(program, command)));
}

void print_zsh(std::ostream& out, const CLI::App& program) {
  out << "#compdef iklab\n"
         "# completes the words of iklab in zsh: made by `iklab completion zsh`\n"
         "_iklab() {\n"
         "  local -a commands=(\n";
  for (const CLI::App* command : program.get_subcommands({})) {
    out << fmt::format("    '{}:{}'\n", command->get_name(),
                       zsh_quoted(command->get_description()));
  }
  out << "  )\n"
         "  if ((CURRENT == 2)); then\n"
         "    _describe command commands\n"
         "    return\n"
         "  fi\n"
         "  local chosen=${words[2]}\n"
         "  shift words\n"
         "  ((CURRENT--))\n"
         "  case $chosen in\n";
  for (const CLI::App* command : program.get_subcommands({})) {
    print_zsh_command(out, program, *command);
  }
  out << "  esac\n}\n"
         "# read by the completion system as the function's body, or by `source`\n"
         "if [ \"${funcstack[1]}\" = _iklab ]; then _iklab \"$@\"; else compdef _iklab iklab; fi\n";
}

}  // namespace

void add_help(CLI::App& program) {
  CLI::App* command = program.add_subcommand("help", "Shows what a command does and takes");
  command->add_option("command")->description("A command")->type_name("COMMAND");
  command->footer("Example: iklab help run");
}

void add_manual(CLI::App& program) {
  CLI::App* command = program.add_subcommand("manual", "Prints the manual page of all commands");
  command->footer("Example: iklab manual | man -l -");
  command->callback([&program] { print_manual(std::cout, program); });
}

void add_completion(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("completion", "Prints a completion script for a shell");
  const auto shell = std::make_shared<std::string>();
  command->add_option("shell", *shell, "bash or zsh")->type_name("bash|zsh")->required();
  command->footer("Example: source <(iklab completion bash)");
  command->callback([shell, &program] {
    if (*shell != "bash" && *shell != "zsh") {
      throw io::Error(fmt::format("completion: expected bash or zsh, not '{}'", *shell));
    }
    *shell == "bash" ? print_bash(std::cout, program) : print_zsh(std::cout, program);
  });
}

}  // namespace cli
