import type { Plan } from './plan-release.ts'
import { tagOf } from './read-checkout.ts'
import { checks, type ReleaseOptions } from './release-options.ts'
import { directoryOf } from './write-artefacts.ts'

type Options = Pick<ReleaseOptions, 'root' | 'skipChecks' | 'hasImage' | 'imageParameters'>

/** What a release would do from the stage that it is in, line by line. */
export function describePlan(options: Options, { version, stage }: Plan): string[] {
  const { root, skipChecks, hasImage, imageParameters } = options
  const isNew = stage === 'new'
  const image = ['npm run image', ...(imageParameters.length > 0 ? ['--', ...imageParameters] : [])].join(' ')
  const steps = [
    ...(isNew && !skipChecks ? checks.map((script) => `npm run ${script}`) : []),
    ...(isNew || stage === 'written'
      ? [
          `write ${version} into package.json, package-lock.json and the manifests of Kubernetes, and its number and date into CHANGELOG.md`,
          'commit them',
        ]
      : []),
    ...(stage === 'tagged' ? [] : [`make the annotated tag ${tagOf(version)}`]),
    `write jaanch-${version}.tar.gz (files of the commit, built client), jaanch-${version}.cdx.json (bill of materials) and NOTES.md`,
    ...(hasImage ? [`build the image: ${image}`] : []),
    `write SHA256SUMS; all files are in ${directoryOf(root, version)}`,
  ]
  const begun = isNew ? '' : ` It was interrupted when its files were ${stage}.`
  const skipped = isNew && skipChecks ? ['The checks would NOT run: --skip-checks.'] : []
  return [
    `Release ${version} would:${begun}`,
    ...steps.map((step, index) => `${index + 1}. ${step}`),
    ...skipped,
  ]
}

/** Where the files are, and the commands that publish them. */
export function describeRest(
  { root, hasImage }: Options,
  version: string,
  files: readonly string[],
): string[] {
  const directory = directoryOf(root, version)
  const image = `<registry>/jaanch:${version}`
  return [
    '',
    `Jaanch ${version} is in ${directory}:`,
    ...files.map((name) => `  ${name}`),
    '',
    'Nothing was pushed. To publish it:',
    `  git push --atomic origin main ${tagOf(version)}`,
    ...(hasImage ? [`  docker tag jaanch:${version} ${image} && docker push ${image}`] : []),
    `  upload the files of ${directory}, with NOTES.md as the text of the release`,
  ]
}
