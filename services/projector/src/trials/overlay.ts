/**
 * Loaded with `--import` into a process that runs the packages and services of another checkout in place of those here: a package
 * that the other directory has is taken from there, whole. All else, also the libraries, is from here.
 */
import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const here = resolve(import.meta.dirname, '../../../..')
const there = process.env.TRIAL_CODE as string

registerHooks({
  resolve(specifier, context, next) {
    const [, name, path] = /^@jaanch\/([^/]+)\/(.+)$/.exec(specifier) ?? []
    const place = [`packages/${name}/src`, `services/${name}/src`].find(
      (candidate) => name && existsSync(join(there, candidate)),
    )
    if (place) return found(join(there, place, `${path}.ts`))
    if (specifier.startsWith('.') && isThere(context.parentURL)) {
      return found(fileURLToPath(new URL(specifier, context.parentURL)))
    }
    // libraries, and packages that the other directory does not have
    return next(specifier, { ...context, parentURL: parentHere(context.parentURL) })
  },
})

/** @param file of either checkout; TypeScript whether or not a package.json is beside it */
function found(file: string) {
  return { url: pathToFileURL(file).href, format: 'module-typescript', shortCircuit: true }
}

/** Libraries do not count: they are from here, also if the other directory is this one */
function isThere(url: string | undefined): boolean {
  if (!url?.startsWith('file:')) return false
  const path = relative(there, fileURLToPath(url))
  return !path.startsWith('..') && !path.includes('node_modules')
}

/** Where the importing file would be in this checkout: from there its libraries are found */
function parentHere(url: string | undefined): string | undefined {
  if (!url || !isThere(url)) return url
  return pathToFileURL(join(here, relative(there, fileURLToPath(url)))).href
}
