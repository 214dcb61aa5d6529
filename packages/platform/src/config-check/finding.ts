/** Something about a configuration that an operator should know. It never contains a value that is secret. */
export type Finding = {
  /** error: people are harmed or can do nothing; warning: something is missing that most installations need */
  severity: 'error' | 'warning'
  /** One sentence that says what is the case */
  text: string
  /** One sentence that says what to do */
  advice: string
  /** Path of the section in the repository, such as `docs/operations.md#secrets` */
  docs: string
}
