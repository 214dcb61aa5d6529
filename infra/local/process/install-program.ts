import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { installPackage, type Outcome, run } from './commands.ts'

/** A script that Debian runs before a package starts a service; exit code 101 forbids it. */
const POLICY = '/usr/sbin/policy-rc.d'

/**
 * Installs a Debian package of which only the program is needed: its service is not started, now or at the next boot. RUNLEVEL=1
 * prevents the start by sysvinit, policy-rc.d that by systemd, `disable` that at the next boot.
 * @param service of the package, if it has another name
 */
export async function installProgram(name: string, service = name): Promise<Outcome> {
  const hadPolicy = existsSync(POLICY)
  if (!hadPolicy) await writeFile(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    return await installPackage(name)
  } finally {
    if (!hadPolicy) await rm(POLICY, { force: true })
    if (existsSync('/run/systemd/system')) await run('systemctl', ['disable', service])
  }
}
