#include "cli/commands/help.h"

#include <algorithm>
#include <iostream>
#include <string>

#include <fmt/format.h>

#include "cli/commands/commands.h"

#include "iklab/version.h"

#include "cli/output/output.h"

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
      << ".TP\n3\nThe pose of `iklab solve` is not reached, or --timeout ended the work; one line "
         "on "
         "standard error says why.\n"
      << ".TP\n128+N\nEnded by signal N: 130 after Ctrl C, 141 when the reader of standard output "
         "is gone.\n";
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

}  // namespace cli
