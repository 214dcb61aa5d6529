import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inRepository } from '../paths.ts'
import { Problem } from '../problem.ts'
import { canInstallPackages, run } from '../process/commands.ts'

const cache = inRepository('node_modules', '.cache')

type Options = {
  /** The release of Debian whose package is taken where this one has none */
  otherwiseOf?: string
}

/**
 * Unpacks Debian packages beside ours, without installing them: no service starts, and being root is not necessary. Several processes may
 * call it at the same time.
 *
 * @param packages the first one names the directory
 * @param log receives one sentence if something is downloaded
 * @returns the directory with their files
 * @throws Problem if they cannot be downloaded
 */
export async function unpackPackages(
  packages: readonly [string, ...string[]],
  log: (line: string) => void,
  options: Options = {},
): Promise<string> {
  const [name] = packages
  const unpacked = join(cache, name)
  if (existsSync(unpacked)) return unpacked
  log(`Unpacking Debian's package ${name} …`)
  await mkdir(cache, { recursive: true })
  // into another directory that is renamed, so that a killed run leaves no incomplete program
  const aside = await mkdtemp(`${unpacked}.`)
  try {
    await download(packages, aside, options)
    for (const file of (await readdir(aside)).filter((each) => each.endsWith('.deb'))) {
      const outcome = await run('dpkg-deb', ['--extract', file, 'root'], { cwd: aside })
      if (!outcome.ok) throw new Problem(`${file} of Debian could not be unpacked:\n${outcome.output}`)
    }
    await rename(join(aside, 'root'), unpacked).catch((error) => {
      // another process was faster
      if (!existsSync(unpacked)) throw error
    })
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
  return unpacked
}

async function download(
  packages: readonly string[],
  directory: string,
  { otherwiseOf }: Options,
): Promise<void> {
  const attempt = (...options: string[]) =>
    run('apt-get', [...options, 'download', '-q', ...packages], { cwd: directory })
  let outcome = await attempt()
  if (!outcome.ok && canInstallPackages()) {
    // The lists are missing or old. An update that fails in part may be enough.
    await run('apt-get', ['update', '-q'])
    outcome = await attempt()
  }
  if (!outcome.ok && otherwiseOf) outcome = await attempt(...(await listsOf(otherwiseOf, directory)))
  if (outcome.ok) return
  throw new Problem(
    `The tests need ${packages[0]}: install it and start again.\napt-get download ${packages.join(' ')}: ${outcome.output}`,
  )
}

/**
 * Fetches the lists of another release of Debian (10 MB) from the mirror of this machine, beside those of this machine.
 *
 * @returns options of apt-get that use them
 */
async function listsOf(release: string, directory: string): Promise<string[]> {
  const targets = await run('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'])
  const mirror = targets.output.split('\n').find((uri) => /\/debian\/?$/.test(uri)) ?? ''
  const sources = join(directory, 'sources.list')
  await writeFile(sources, `deb ${mirror} ${release} main\n`)
  for (const part of ['lists', 'cache']) await mkdir(join(directory, part, 'partial'), { recursive: true })
  const options = Object.entries({
    'Dir::Etc::SourceList': sources,
    'Dir::Etc::SourceParts': '-',
    'Dir::State::Lists': join(directory, 'lists'),
    'Dir::Cache': join(directory, 'cache'),
  }).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  await run('apt-get', [...options, 'update', '-q'])
  return options
}
