/**
 * Steps of the build of the image; infra/docker/Dockerfile runs them:
 *   node infra/image/build-step.ts shrink <directory>           deletes what no service reads from the installed packages
 *   node infra/image/build-step.ts bom <directory> <base> <file>   writes the bill of materials of the image to a file; `base` is a
 *                                                               directory with `status` (dpkg's) and `os-release` of the image below
 * ARCHITECTURE: of the image, as Node names it; COMMIT: which code it is.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBasePackages } from './base-packages.ts'
import { makeBom } from './bill-of-materials.ts'
import { bomOfImage } from './image-bom.ts'
import { shrink } from './shrink.ts'

const [step, directory = '.', base = '', file = ''] = process.argv.slice(2)
if (step === 'shrink') shrink(directory)
else if (step === 'bom') await writeBom()
else throw new Error(`There is no step ${step}.`)

async function writeBom(): Promise<void> {
  const read = (...path: string[]) => readFileSync(join(...path), 'utf8')
  const { ARCHITECTURE, COMMIT } = process.env
  const bom = bomOfImage(await makeBom(directory), JSON.parse(read(directory, 'package-lock.json')), {
    version: JSON.parse(read(directory, 'package.json')).version,
    commit: COMMIT || null,
    platform: { os: 'linux', cpu: ARCHITECTURE || process.arch, libc: 'glibc' },
    base: readBasePackages(read(base, 'status'), read(base, 'os-release'), process.versions.node),
  })
  writeFileSync(file, `${JSON.stringify(bom, null, 1)}\n`)
}
