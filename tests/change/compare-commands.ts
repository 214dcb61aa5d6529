import { type Finding, type IsExplained, listNames, needsLine } from './finding.ts'
import type { Command } from './snapshot.ts'

type Commands = Record<string, Command>

/** Scripts and timers call the operators' commands with the arguments of the release before. */
export function compareCommands(older: Commands, newer: Commands, isExplained: IsExplained): Finding[] {
  const added = Object.keys(newer).filter((path) => !(path in older))
  const broken = Object.entries(older).flatMap(([path, before]): Finding[] => {
    const name = `ops ${path}`
    const now = newer[path]
    const differences = now ? compareArguments(before, now) : ['was removed']
    if (differences.length === 0) return []
    const change = `\`${name}\`: ${differences.join('; ')}.`
    return [{ area: 'commands', change, ...needsLine(name, isExplained), level: 'breaking' }]
  })
  if (added.length === 0) return broken
  const change = `New: ${listNames(added.map((path) => `ops ${path}`))}.`
  return [...broken, { area: 'commands', change, needs: 'nothing', level: 'minor' }]
}

function compareArguments(before: Command, now: Command): string[] {
  const [places, former] = [Object.entries(now.arguments), Object.entries(before.arguments)]
  return [
    ...Object.keys(before.options)
      .filter((option) => !(option in now.options))
      .map((option) => `${option} was removed`),
    ...Object.entries(now.options)
      .filter(([option, isRequired]) => isRequired && !before.options[option])
      .map(([option]) => `${option} has to be given now`),
    // the name of an argument is for people; its place counts
    ...places
      .filter(([, isRequired], index) => isRequired && !former[index]?.[1])
      .map(([name]) => `<${name}> has to be given now`),
    ...former.slice(places.length).map(([name]) => `<${name}> is no longer taken`),
  ]
}
