import { Problem } from '@jaanch/infra/local/problem'
import { canInstallPackages, findOnPath } from '@jaanch/infra/local/process/commands'
import { installProgram } from '@jaanch/infra/local/process/install-program'

/**
 * Finds nginx on the PATH, else installs Debian's package (about 5 s), whose service is not started.
 *
 * @param log receives one sentence if it is installed
 * @returns the full path of the program
 * @throws Problem if there is none and none can be installed
 */
export async function ensureNginx(log: (line: string) => void): Promise<string> {
  const present = findOnPath('nginx')
  if (present) return present
  if (!canInstallPackages()) throw new Problem('The tests need nginx: install it and start again.')
  log("Installing nginx (Debian's package nginx) …")
  const outcome = await installProgram('nginx')
  const installed = findOnPath('nginx')
  if (installed) return installed
  throw new Problem(`nginx could not be installed with apt-get:\n${outcome.output}`)
}
