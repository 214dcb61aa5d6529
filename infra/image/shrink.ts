import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isForDevelopment } from './for-development.ts'

/** Source maps, types, and TypeScript: Node runs none below node_modules */
const unreadFile = /\.(map|[mc]?ts|tsbuildinfo)$/
/** Directly in a package; deeper ones may be code */
const unreadDirectory = /^(__tests__|tests?|docs|examples?|benchmarks?)$/

/**
 * Deletes what no service reads from the packages that are installed anywhere below a directory: for the image only. Links are not
 * followed, so the workspaces, to which node_modules links, stay as they are.
 */
export function shrink(directory: string): void {
  for (const each of directories(directory)) {
    if (each === 'node_modules') shrinkInstalled(join(directory, each))
    else shrink(join(directory, each))
  }
}

function shrinkInstalled(modules: string, scope = ''): void {
  for (const each of directories(join(modules, scope))) {
    const name = `${scope}${each}`
    const path = join(modules, name)
    if (each.startsWith('@')) shrinkInstalled(modules, `${each}/`)
    else if (isForDevelopment(name)) rmSync(path, { recursive: true })
    else shrinkPackage(path)
  }
}

function shrinkPackage(path: string): void {
  for (const each of directories(path)) {
    if (unreadDirectory.test(each) && !isNamed(path, each)) rmSync(join(path, each), { recursive: true })
  }
  deleteUnreadFiles(path)
  shrink(path)
}

/** Whether a directory of a package is a package itself, or what others import. */
function isNamed(path: string, directory: string): boolean {
  const manifest = join(path, 'package.json')
  if (!existsSync(manifest) || existsSync(join(path, directory, 'package.json'))) return true
  const { main, exports, imports, bin } = JSON.parse(readFileSync(manifest, 'utf8'))
  return new RegExp(`"(\\./)?${directory}/`).test(JSON.stringify([main, exports, imports, bin]))
}

function deleteUnreadFiles(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) deleteUnreadFiles(path)
    else if (entry.isFile() && unreadFile.test(entry.name)) rmSync(path)
  }
}

const directories = (path: string) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
