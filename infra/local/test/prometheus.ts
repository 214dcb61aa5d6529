import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inRepository } from '../paths.ts'
import { Problem } from '../problem.ts'
import { canInstallPackages, findOnPath, run } from '../process/commands.ts'

/** Full paths of the programs of Prometheus. */
export type Prometheus = { prometheus: string; promtool: string }

const cache = inRepository('node_modules', '.cache')
const unpacked = join(cache, 'prometheus')

/**
 * Finds Prometheus: on the PATH, else unpacks Debian's package beside our packages (20 MB, about 3 s). Only its programs are
 * needed, so the package is not installed: no service starts, and being root is not necessary. Several processes may call it
 * at the same time.
 *
 * @param log receives one sentence if something is downloaded
 * @throws Problem if there is none and none can be downloaded
 */
export async function ensurePrometheus(log: (line: string) => void = () => {}): Promise<Prometheus> {
  const prometheus = findOnPath('prometheus')
  const promtool = findOnPath('promtool')
  if (prometheus && promtool) return { prometheus, promtool }
  if (!existsSync(unpacked)) {
    log("Unpacking Prometheus (Debian's package prometheus) …")
    await unpack()
  }
  return { prometheus: join(unpacked, 'usr/bin/prometheus'), promtool: join(unpacked, 'usr/bin/promtool') }
}

/** Unpacks into another directory and renames it, so that a killed run leaves no incomplete program. */
async function unpack(): Promise<void> {
  await mkdir(cache, { recursive: true })
  const aside = await mkdtemp(`${unpacked}.`)
  try {
    await download(aside)
    const [file] = (await readdir(aside)).filter((name) => name.endsWith('.deb'))
    const outcome = await run('dpkg-deb', ['--extract', file ?? '', 'root'], { cwd: aside })
    if (!outcome.ok)
      throw new Problem(`Debian's package prometheus could not be unpacked:\n${outcome.output}`)
    await rename(join(aside, 'root'), unpacked).catch((error) => {
      // another process was faster
      if (!existsSync(unpacked)) throw error
    })
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

async function download(directory: string): Promise<void> {
  const attempt = () => run('apt-get', ['download', '-q', 'prometheus'], { cwd: directory })
  let outcome = await attempt()
  if (!outcome.ok && canInstallPackages()) {
    // The lists are missing or old. An update that fails in part may be enough.
    await run('apt-get', ['update', '-q'])
    outcome = await attempt()
  }
  if (outcome.ok) return
  throw new Problem(
    `The tests need prometheus and promtool: install Prometheus and start again.\napt-get download prometheus: ${outcome.output}`,
  )
}
