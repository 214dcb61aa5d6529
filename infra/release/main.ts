/** `npm run release -- <version|major|minor|patch>`: see docs/releases.md and the recipe in CONTRIBUTING.md. */
import { Argument, Command } from 'commander'
import { repository } from '../local/paths.ts'
import { orSentence } from '../local/problem.ts'
import { run } from '../local/process/commands.ts'
import { release } from './release.ts'
import { runScript } from './run-script.ts'

type Values = { dryRun?: true; skipChecks?: true; image: boolean; since?: string }

const program = new Command('npm run release --')
  .description(
    'Makes a release on this machine: checks, version, commit, tag, image, and the files in dist/release. It pushes nothing.',
  )
  .addArgument(new Argument('<version>', 'three numbers, or the number that goes up: major, minor, patch'))
  .argument('[image options...]', 'after a second --: passed to npm run image')
  .option('--dry-run', 'shows what it would do, and changes nothing')
  .option('--skip-checks', 'runs no tests; what the change needs is asked all the same')
  .option('--no-image', 'builds no image')
  .option('--since <commit>', 'what the change is compared with; by default the release before')
  .addHelpText(
    'after',
    `
Examples:
  npm run release -- minor --dry-run
  npm run release -- 0.2.0 --since 1a2b3c4 --no-image

If it is interrupted, the same call goes on where it was. Exit codes: 0 done, 1 refused or failed, 2 unknown option or argument.`,
  )
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .action((asked: string, imageParameters: string[], { dryRun, skipChecks, image, since }: Values) =>
    orSentence(() =>
      release({
        root: repository,
        asked,
        since,
        dryRun: dryRun ?? false,
        skipChecks: skipChecks ?? false,
        hasImage: image,
        hasEngine: async () => (await run('docker', ['version'])).ok,
        imageParameters,
        runScript,
        log: console.log,
        now: () => new Date(),
      }),
    ),
  )

await program.parseAsync()
