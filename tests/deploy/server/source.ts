import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRepository } from '@jaanch/infra/local/paths'
import { run } from './container.ts'

export type Source = {
  /** The directory that holds the repository `jaanch.git` */
  directory: string
  /** Adds a commit that changes nothing, as the next release */
  addRelease(): Promise<void>
  remove(): Promise<void>
}

/** A copy of the committed state of this repository, which a server can clone. */
export async function copySource(): Promise<Source> {
  const directory = await mkdtemp(join(tmpdir(), 'jaanch-source-'))
  const bare = join(directory, 'jaanch.git')
  const git = async (...args: string[]) => {
    const { ok, out, err } = await run('git', args)
    if (!ok) throw new Error(`git ${args.join(' ')}: ${err}`)
    return out.trim()
  }
  const work = join(directory, 'work')
  await git('-C', inRepository(), 'bundle', 'create', '-q', join(directory, 'head'), 'HEAD')
  await git('clone', '-q', join(directory, 'head'), work)
  await git('-C', work, 'checkout', '-q', '-B', 'main')
  await git('clone', '-q', '--bare', work, bare)
  return {
    directory,
    async addRelease() {
      const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org']
      await git('-C', work, ...author, 'commit', '-q', '--allow-empty', '-m', 'the next release')
      await git('-C', work, 'push', '-q', bare, 'main')
    },
    remove: () => rm(directory, { recursive: true }),
  }
}
