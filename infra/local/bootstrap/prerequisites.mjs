const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

/** @returns {string | undefined} one sentence if the programs from npm do not run on this machine */
export function findMissingPrerequisite() {
  const platform = `${process.platform}-${process.arch}`
  if (platforms.includes(platform) && (process.platform !== 'linux' || usesGlibc())) return undefined
  return `Jaanch runs on macOS and on Linux with glibc, such as Debian, on x64 and arm64 processors, and this is another ${platform}: use Docker.`
}

/** The servers and the Node 24 from npm are built for glibc. */
function usesGlibc() {
  const { report } = process
  // its types lack both
  Object.assign(report, { excludeNetwork: true })
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (report.getReport())
  return header.glibcVersionRuntime !== undefined
}
