import { createHash } from 'node:crypto'
import {
  copyFileSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { Problem } from '../local/problem.ts'
import { fixBill } from './bill-of-materials.ts'
import { findSection } from './changelog.ts'
import { git } from './git.ts'
import { tagOf } from './read-checkout.ts'
import type { ReleaseOptions } from './release-options.ts'
import { writeSourceArchive } from './source-archive.ts'

type ArtefactOptions = { version: string } & Pick<
  ReleaseOptions,
  'root' | 'hasImage' | 'imageParameters' | 'skipChecks' | 'runScript' | 'log'
>

/** Where the files of a release are. */
export const directoryOf = (root: string, version: string) => join(root, 'dist', 'release', version)

/**
 * Makes the files of a tagged release. They are complete, or not there: the directory gets its name when all of them exist.
 * @returns the names of the files
 * @throws Problem
 */
export async function writeArtefacts(options: ArtefactOptions): Promise<string[]> {
  const { root, version, log } = options
  const final = directoryOf(root, version)
  const directory = `${final}.partial`
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })

  const commit = git(root, 'rev-parse', `${tagOf(version)}^{commit}`)
  log('Source archive with the built client …')
  writeSourceArchive({ root, version, commit, file: join(directory, `jaanch-${version}.tar.gz`) })
  log('Bill of materials …')
  await writeBill(options, commit, join(directory, `jaanch-${version}.cdx.json`))
  writeFileSync(join(directory, 'NOTES.md'), `# ${readNotes(root, version, commit)}`)
  if (options.hasImage) await buildImage(options, directory)
  writeChecksums(directory)

  rmSync(final, { recursive: true, force: true })
  renameSync(directory, final)
  return readdirSync(final).sort()
}

async function writeBill(
  { root, version, skipChecks, runScript, log }: ArtefactOptions,
  commit: string,
  file: string,
) {
  const made = join(root, 'test-results', 'sbom.cdx.json')
  rmSync(made, { force: true })
  const { ok } = await runScript(root, 'check:supply')
  if (!ok && !skipChecks) throw new Problem('npm run check:supply found something: see above.')
  if (!ok) log('npm run check:supply found something, see above; --skip-checks goes on.')
  const at = git(root, 'show', '-s', '--format=%cI', commit)
  writeFileSync(file, fixBill(readFileSync(made, 'utf8'), { version, commit, at }))
}

/**
 * What the changelog says about a version, for the tag and for the page of the release.
 * @param commit that has the changelog
 */
export function readNotes(root: string, version: string, commit: string): string {
  const section = findSection(git(root, 'show', `${commit}:CHANGELOG.md`), version)
  if (!section) throw new Problem(`CHANGELOG.md has no section for ${version}.`)
  return `Jaanch ${version}\n\n${section.date ?? ''}\n\n${section.body}\n`
}

async function buildImage(
  { root, version, imageParameters, runScript, log }: ArtefactOptions,
  directory: string,
) {
  log('Image …')
  // bills of earlier builds
  const bills = () => globSync(`dist/jaanch-${version}*.cdx.json`, { cwd: root })
  for (const bill of bills()) rmSync(join(root, bill))
  const { ok } = await runScript(root, 'image', imageParameters)
  if (!ok)
    throw new Problem(
      `The image was not built: see above. Then repeat: npm run release -- ${version} (or with --no-image).`,
    )
  for (const bill of bills()) {
    const name = basename(bill).replace(`jaanch-${version}`, `jaanch-${version}-image`)
    copyFileSync(join(root, bill), join(directory, name))
  }
}

/** In the form of `sha256sum --check`. */
function writeChecksums(directory: string): void {
  const lines = readdirSync(directory)
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(directory, name)))
          .digest('hex')}  ${name}\n`,
    )
  writeFileSync(join(directory, 'SHA256SUMS'), lines.join(''))
}
