import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Problem } from '../problem.ts'
import { findOnPath, type Outcome, run } from './commands.ts'

/** A script that Debian runs before a package starts a service; exit code 101 forbids it. */
const policy = '/usr/sbin/policy-rc.d'

type Wanted = {
  /** The first one on the PATH is taken */
  names: readonly string[]
  /** The package of Debian that is installed if there is none */
  debian: string
  /** The release of Debian that has the package, if an earlier one lacks it */
  release?: string
  /** Another way out, for the message */
  advice?: string
}

/**
 * Finds a program on the PATH, else installs its Debian package (some seconds), if we are root. Only the program is needed: its service is
 * not started.
 *
 * @param log receives one sentence if something is installed
 * @returns the full path of the program
 * @throws Problem if there is none and none can be installed
 */
export async function ensureProgram(
  { names, debian, release, advice = '' }: Wanted,
  log: (line: string) => void = () => {},
): Promise<string> {
  const present = findOnPath(...names)
  if (present) return present
  const missing = `${names.join(' or ')} is missing: install it (Debian: apt-get install ${debian})${advice}, and start again.`
  if (process.getuid?.() !== 0 || !findOnPath('apt-get')) throw new Problem(missing)
  log(`Installing the Debian package ${debian} …`)
  let outcome = await install(debian)
  if (!findOnPath(...names) && release) outcome = await installFrom(release, debian)
  const installed = findOnPath(...names)
  if (installed) return installed
  throw new Problem(`${missing}\n${outcome.output}`)
}

/** RUNLEVEL=1 prevents a start of the service by sysvinit, policy-rc.d one by systemd, `disable` one at the next boot. */
async function install(debian: string, options: readonly string[] = []): Promise<Outcome> {
  const hadPolicy = existsSync(policy)
  if (!hadPolicy) await writeFile(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    // waits up to two minutes for another apt
    const common = ['-q', '-o', 'DPkg::Lock::Timeout=120', ...options]
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
    // Its outcome is ignored: an update that fails in part (one of many mirrors is down) may be enough to install.
    await run('apt-get', ['update', ...common], { env })
    return await run('apt-get', ['install', '-y', ...common, '--no-install-recommends', debian], { env })
  } finally {
    if (!hadPolicy) await rm(policy, { force: true })
    if (existsSync('/run/systemd/system')) await run('systemctl', ['disable', debian])
  }
}

/** Takes the lists of the other release from the mirror of this machine, and leaves those of this machine as they are. */
async function installFrom(release: string, debian: string): Promise<Outcome> {
  const directory = await mkdtemp(join(tmpdir(), 'jaanch-apt-'))
  try {
    const targets = await run('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'])
    const mirror = targets.output.split('\n').find((uri) => /\/debian\/?$/.test(uri)) ?? ''
    const sources = join(directory, 'sources.list')
    await writeFile(sources, `deb ${mirror} ${release} main\n`)
    await mkdir(join(directory, 'lists', 'partial'), { recursive: true })
    const settings = {
      'Dir::Etc::SourceList': sources,
      'Dir::Etc::SourceParts': '-',
      'Dir::State::Lists': join(directory, 'lists'),
    }
    return await install(
      debian,
      Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
    )
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
