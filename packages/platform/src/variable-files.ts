import { readFileSync } from 'node:fs'

type Variables = Record<string, string | undefined>

/** `JWT_SECRET_FILE` is the path of a file that contains the value of `JWT_SECRET`. */
const fileVariable = (name: string) => `${name}_FILE`

/**
 * Replaces each variable NAME_FILE by NAME with the content of that file. One newline at the end is removed. An empty variable, and
 * one whose file is empty, counts as not set: compose files pass `${PORT:-}`, and mount an empty file for a secret that is not given.
 * @param names the variables that may be given in this way
 * @returns a copy
 * @throws ConfigError if a file cannot be read, or both have a value
 */
export function readVariableFiles(variables: Variables, names: readonly string[]): Record<string, string> {
  const given: Record<string, string> = {}
  for (const name of names) {
    const value = variables[name]
    const path = variables[fileVariable(name)]
    const content = path ? readValue(name, path) : ''
    if (value && content) throw new ConfigError(`Set ${name} or ${fileVariable(name)}, not both.`)
    const chosen = value || content
    if (chosen) given[name] = chosen
  }
  return given
}

/** The message does not contain the path: whoever mistakes NAME_FILE for NAME has written the secret there. */
function readValue(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unreadable'
    throw new ConfigError(`The file that ${fileVariable(name)} names cannot be read: ${reason}.`)
  }
}

/**
 * The environment of a child process: `base` with these variables, which may have come from files there.
 * @param variables undefined removes one
 */
export function childEnvironment(base: NodeJS.ProcessEnv, variables: Variables): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...base }
  for (const [name, value] of Object.entries(variables)) {
    delete env[fileVariable(name)]
    if (value === undefined) delete env[name]
    else env[name] = value
  }
  return env
}

/** A variable is missing or invalid. The message names it and describes valid values; it never contains the value. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
