import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { inRepository } from '../local/paths.ts'
import { Problem } from '../local/problem.ts'
import { git } from './git.ts'
import { linkPackages } from './link-packages.ts'

type Archive = { root: string; version: string; commit: string; file: string }

/** Builds the client in the tree, as `npm start` there would. */
const buildProgram = `const { buildClient } = await import('./infra/local/start/client.ts')
await buildClient(new AbortController().signal)`

/**
 * Writes a gzipped tar of the files of a commit with the built client in web/dist and the commit in `.commit`. The same commit gives
 * the same bytes: times are that of the commit, owners are 0, names are sorted.
 * @param archive `file` is replaced
 * @throws Problem if the client cannot be built
 */
export function writeSourceArchive({ root, version, commit, file }: Archive): void {
  // not in the repository: what .gitignore of the repository says would count for the tools that build the client
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'jaanch-archive-')))
  try {
    const name = `jaanch-${version}`
    const tree = join(parent, name)
    const tar = join(parent, 'files.tar')
    git(root, 'archive', '--format=tar', `--prefix=${name}/`, `--output=${tar}`, commit)
    execFileSync('tar', ['-xf', tar, '-C', parent])
    buildClientIn(tree)
    writeFileSync(join(tree, '.commit'), `${commit}\n`)
    pack(parent, name, file, git(root, 'show', '-s', '--format=%ct', commit))
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
}

function buildClientIn(tree: string): void {
  linkPackages(tree)
  try {
    execFileSync(process.execPath, ['--input-type=module', '-e', buildProgram], { cwd: tree, stdio: 'pipe' })
  } catch (error) {
    throw new Problem(`The client could not be built:\n${(error as { stderr?: Buffer }).stderr ?? error}`)
  }
  forgetPaths(tree)
  for (const modules of findModules(tree)) rmSync(modules, { recursive: true, force: true })
}

/** The manifest of the client names its libraries by their place on this machine; it gets what a build in a checkout writes. */
function forgetPaths(tree: string): void {
  const manifest = join(tree, 'web', 'dist', '.vite', 'manifest.json')
  if (!existsSync(manifest)) return
  const place = relative(join(tree, 'web'), realpathSync(inRepository('node_modules')))
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replaceAll(`${place}/`, '../node_modules/'))
}

function findModules(tree: string): string[] {
  const workspaces = ['packages', 'services'].flatMap((parent) =>
    existsSync(join(tree, parent)) ? readdirSync(join(tree, parent)).map((name) => join(parent, name)) : [],
  )
  return ['.', 'infra', 'tests', 'web', ...workspaces].map((place) => join(tree, place, 'node_modules'))
}

/** @param seconds since 1970: the time of all files */
function pack(parent: string, name: string, file: string, seconds: string): void {
  const options = [
    '--sort=name',
    '--format=ustar',
    `--mtime=@${seconds}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    // whatever the umask of this machine is
    '--mode=u=rwX,go=rX',
    // without a name and a time of its own
    '--use-compress-program=gzip -n -9',
  ]
  const env = { ...process.env, LC_ALL: 'C', GZIP: '', TAR_OPTIONS: '' }
  execFileSync('tar', [...options, '-cf', file, '-C', parent, name], { env, stdio: 'pipe' })
}
