/** The first signs or encrypts; all of them are accepted, so that a secret can be replaced while it is in use. */
export type Secrets = readonly [current: string, ...others: string[]]

/** The secrets of an API process, as the settings name them */
export type SecretOptions = {
  jwtSecret: string
  /** Accepted beside `jwtSecret` */
  jwtSecretPrevious?: string | undefined
  /** Encrypts the secrets of second factors; default: the JWT secret */
  secondFactorKey?: string | undefined
  /** Accepted beside `secondFactorKey` */
  secondFactorKeyPrevious?: string | undefined
}

/** @returns what signs sessions, cookies and codes, and what encrypts second factors: also with the JWT secret, if there was no key then */
export function secretsOf(options: SecretOptions): { signing: Secrets; secondFactors: Secrets } {
  const { jwtSecret, jwtSecretPrevious, secondFactorKey, secondFactorKeyPrevious } = options
  return {
    signing: listOf(jwtSecret, jwtSecretPrevious),
    secondFactors: listOf(
      secondFactorKey ?? jwtSecret,
      secondFactorKeyPrevious,
      jwtSecret,
      jwtSecretPrevious,
    ),
  }
}

function listOf(current: string, ...others: readonly (string | undefined)[]): Secrets {
  const given = others.flatMap((each) => (each === undefined || each === current ? [] : [each]))
  return [current, ...new Set(given)]
}
