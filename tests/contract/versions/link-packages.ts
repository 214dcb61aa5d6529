import { existsSync, globSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { inRepository } from '@jaanch/infra/local/paths'

/** Links packages into another checkout: third-party packages are ours, those of the workspaces are the checkout's own. */
export function linkPackages(root: string): void {
  const own = join(root, 'node_modules', '@jaanch')
  mkdirSync(own, { recursive: true })
  for (const name of readdirSync(inRepository('node_modules'))) {
    if (name !== '@jaanch') symlinkSync(inRepository('node_modules', name), join(root, 'node_modules', name))
  }
  for (const path of globSync('{packages/*,services/*,infra,tests,web}/package.json', { cwd: root })) {
    const workspace = dirname(path)
    symlinkSync(join(root, workspace), join(own, basename(workspace)))
    // versions that differ from those of other workspaces
    const nested = inRepository(workspace, 'node_modules')
    if (existsSync(nested)) linkNested(nested, join(root, workspace, 'node_modules'))
  }
}

/** The directory is the checkout's own, because a build writes to it. */
function linkNested(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  const isPackage = (name: string) => !name.startsWith('.')
  for (const name of readdirSync(from).filter(isPackage)) symlinkSync(join(from, name), join(to, name))
}
