import type { Argument, Command, Option } from 'commander'
import { commandsOf, pathOf } from './help.ts'

/**
 * The completion of bash for a program, made from its commands: their names, options, and the choices of options and arguments.
 * @param directory of package.json, so that `jaanch-ops` works from everywhere
 */
export function bashCompletion(program: Command, directory: string): string {
  const cases = [program, ...commandsOf(program)].flatMap(offersOf)
  cases.push(['help|0', program.commands.map((command) => command.name())])
  return template
    .replace('DIRECTORY', () => quote(directory))
    .replace('CASES', () =>
      cases.map(([key, words]) => `    ${patternOf(key)}) echo ${quote(words.join(' '))} ;;`).join('\n'),
    )
}

type Offer = [key: string, words: string[]]

/** Keys are `<command>|commands`, `|options`, `|<option with a value>` and `|<index of an argument>`. */
function offersOf(command: Command): Offer[] {
  const path = pathOf(command)
  const names = command.commands.map((one) => one.name())
  const options: Option[] = command.createHelp().visibleOptions(command)
  return [
    ...(names.length > 0
      ? [[`${path}|commands`, path === '' ? [...names, 'help'] : names] satisfies Offer]
      : []),
    [`${path}|options`, options.flatMap(({ long }) => long ?? [])],
    ...options
      .filter(({ required, optional }) => required || optional)
      .map(({ long, argChoices }): Offer => [`${path}|${long}`, argChoices ?? []]),
    ...command.registeredArguments.flatMap(({ argChoices, variadic }: Argument, index): Offer[] =>
      argChoices ? [[`${path}|${variadic ? '*' : index}`, argChoices]] : [],
    ),
  ]
}

/** The key as a pattern of `case`; `*` stands for each index. */
function patternOf(key: string): string {
  return key.endsWith('|*') ? `${quote(key.slice(0, -1))}[0-9]*` : quote(key)
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

// for bash 3.2 too, which has no associative arrays
const template = `# Completion of the operators' commands of Jaanch, for ~/.bashrc: source <(npm run -s ops -- completion)

# the commands, from any directory
jaanch-ops() { npm run -s --prefix DIRECTORY ops -- "$@"; }

# what there is for a place; fails if there is no such place
_jaanch_ops_offers() {
  case $1 in
CASES
    *) return 1 ;;
  esac
}

# completes the words after the program, which begin at the index $1
_jaanch_ops_complete() {
  local path='' option='' place=0 index word place_key
  for ((index = $1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    if [[ -n $option ]]; then
      # bash makes three words of --option=value
      [[ $word == = ]] || option=''
    elif [[ $word == -* ]]; then
      _jaanch_ops_offers "$path|$word" > /dev/null && option=$word
    elif [[ " $(_jaanch_ops_offers "$path|commands") " == *" $word "* ]]; then
      path="\${path:+$path }$word"
    else
      ((place++))
    fi
  done
  word=\${COMP_WORDS[COMP_CWORD]}
  place_key="$path|$place"
  if [[ -n $option ]]; then
    place_key="$path|$option"
    [[ $word == = ]] && word=''
  elif [[ $word == -* ]]; then
    place_key="$path|options"
  elif _jaanch_ops_offers "$path|commands" > /dev/null; then
    place_key="$path|commands"
  fi
  COMPREPLY=($(compgen -W "$(_jaanch_ops_offers "$place_key")" -- "$word"))
}

_jaanch_ops() { _jaanch_ops_complete 1; }
complete -o default -F _jaanch_ops jaanch-ops

# npm run ops -- …; everything else of npm goes to the completion that it had
_jaanch_npm() {
  local index
  if [[ \${COMP_WORDS[1]} == run ]]; then
    for ((index = 2; index + 1 < COMP_CWORD; index++)); do
      if [[ \${COMP_WORDS[index]} == ops && \${COMP_WORDS[index + 1]} == -- ]]; then
        _jaanch_ops_complete $((index + 2))
        return
      fi
    done
  fi
  COMPREPLY=()
  [[ -z $_jaanch_npm_before ]] || "$_jaanch_npm_before" "$@"
}
if [[ $(complete -p npm 2> /dev/null) =~ -F\\ ([^ ]+) && \${BASH_REMATCH[1]} != _jaanch_npm ]]; then
  _jaanch_npm_before=\${BASH_REMATCH[1]}
fi
complete -o default -F _jaanch_npm npm`
