import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inRepository } from '../paths.ts'
import { Problem } from '../problem.ts'
import { canInstallPackages, run } from '../process/commands.ts'

const cache = inRepository('node_modules', '.cache')

/**
 * Unpacks a package of Debian beside our packages, without what it depends on and without installing it: no service starts, and being
 * root is not necessary. Another call finds it there. Several processes may call it at the same time.
 *
 * @param log receives one sentence if something is downloaded
 * @returns the directory in which the package is unpacked, as `/` would be
 * @throws Problem if it cannot be downloaded
 */
export async function unpackDebianPackage(name: string, log: (line: string) => void): Promise<string> {
  const unpacked = join(cache, name)
  if (!existsSync(unpacked)) {
    log(`Unpacking Debian's package ${name} …`)
    await unpack(name, unpacked)
  }
  return unpacked
}

/** Unpacks into another directory and renames it, so that a killed run leaves no incomplete program. */
async function unpack(name: string, unpacked: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  const aside = await mkdtemp(`${unpacked}.`)
  try {
    await download(name, aside)
    const [file] = (await readdir(aside)).filter((each) => each.endsWith('.deb'))
    const outcome = await run('dpkg-deb', ['--extract', file ?? '', 'root'], { cwd: aside })
    if (!outcome.ok) throw new Problem(`Debian's package ${name} could not be unpacked:\n${outcome.output}`)
    await rename(join(aside, 'root'), unpacked).catch((error) => {
      // another process was faster
      if (!existsSync(unpacked)) throw error
    })
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

async function download(name: string, directory: string): Promise<void> {
  const attempt = () => run('apt-get', ['download', '-q', name], { cwd: directory })
  let outcome = await attempt()
  if (!outcome.ok && canInstallPackages()) {
    // The lists are missing or old. An update that fails in part may be enough.
    await run('apt-get', ['update', '-q'])
    outcome = await attempt()
  }
  if (outcome.ok) return
  throw new Problem(
    `The tests need Debian's package ${name}: install it, or its programs, and start again.\napt-get download ${name}: ${outcome.output}`,
  )
}
