import { readFileSync } from 'node:fs'

/** A setting of a unit, in the order of the file: `[Service] User=jaanch` is { section: 'Service', name: 'User', value: 'jaanch' } */
export type Setting = { section: string; name: string; value: string }

/** Reads a unit file of systemd. @throws Error for a line that is none of a section, a setting or a comment */
export function readUnit(path: string): Setting[] {
  const settings: Setting[] = []
  let section = ''
  for (const line of readFileSync(path, 'utf8')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')) {
    if (/^\s*([#;]|$)/.test(line)) continue
    const heading = line.match(/^\[(\w+)\]$/)?.[1]
    const [, name, value] = line.match(/^(\w+)=(.*)$/) ?? []
    if (heading) section = heading
    else if (section && name !== undefined) settings.push({ section, name, value: value ?? '' })
    else throw new Error(`${path}: ${line}`)
  }
  return settings
}
