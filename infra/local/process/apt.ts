import { findOnPath } from './find-on-path.ts'
import { type Outcome, run } from './run.ts'

// Another apt at work is waited for, up to two minutes.
const APT_OPTIONS = ['-q', '-o', 'DPkg::Lock::Timeout=120']

/** Debian packages can be installed here: apt is there, and we are root. */
export function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && findOnPath('apt-get') !== undefined
}

/** Installs one Debian package without what it merely recommends. */
export async function installPackage(name: string): Promise<Outcome> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  // An update that fails in part (one dead mirror of many) may still do: the install tells.
  await run('apt-get', ['update', ...APT_OPTIONS], { env })
  return run('apt-get', ['install', '-y', ...APT_OPTIONS, '--no-install-recommends', name], { env })
}
