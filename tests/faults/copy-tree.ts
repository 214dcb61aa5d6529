import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Caches of tools, which write there, and our own packages, which must be those of the copy */
const ownModules = new Set(['.cache', '.vite', '.vitest', '@jaanch'])

/**
 * Copies a working tree, with its uncommitted changes and without what Git ignores. The dependencies are links to those of the
 * original; our own packages are not.
 */
export function copyTree(from: string, to: string): void {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: from,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const files = listed.split('\0').filter((file) => file !== '' && existsSync(join(from, file)))
  for (const file of files) cpSync(join(from, file), join(to, file))
  const packages = new Set(
    files.filter((file) => file.endsWith('package.json')).map((file) => join(dirname(file), 'node_modules')),
  )
  for (const modules of packages) if (existsSync(join(from, modules))) linkModules(from, to, modules)
}

function linkModules(from: string, to: string, modules: string): void {
  mkdirSync(join(to, modules), { recursive: true })
  for (const name of readdirSync(join(from, modules)))
    if (!ownModules.has(name)) symlinkSync(join(from, modules, name), join(to, modules, name))
  const ours = join(modules, '@jaanch')
  if (existsSync(join(from, ours)))
    cpSync(join(from, ours), join(to, ours), { recursive: true, verbatimSymlinks: true })
}
