import { Problem } from '../problem.ts'
import { canInstallPackages, installPackage } from '../process/apt.ts'
import { findOnPath } from '../process/find-on-path.ts'

/**
 * curl, with which a test walks through docs/api-tour.md as a reader would; a bare Debian has none.
 *
 * @throws Problem when there is none and none can be installed
 */
export async function ensureCurl(log: (line: string) => void): Promise<void> {
  if (findOnPath('curl')) return
  if (!canInstallPackages()) throw new Problem('The tests need curl: install it and start again.')
  log('Installing curl …')
  const outcome = await installPackage('curl')
  if (!findOnPath('curl')) throw new Problem(`curl could not be installed with apt-get:\n${outcome.output}`)
}
