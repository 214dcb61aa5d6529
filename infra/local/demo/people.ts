/** The customers of the demo, all invented. Only the demo customer has a password. */
import type { City, wizardRelationships } from '@jaanch/contracts/vocabulary'

type Gender = 'male' | 'female'

export type DemoPerson = {
  name: string
  gender: Gender
  /** YYYY-MM-DD */
  born: string
  family?: readonly DemoRelative[]
}

export type DemoRelative = {
  name: string
  relationship: (typeof wizardRelationships)[number]
  gender: Gender
  born: string
}

export const demoPerson: DemoPerson = {
  name: 'Asha Patel',
  gender: 'female',
  born: '1988-06-17',
  family: [
    { name: 'Ramesh Patel', relationship: 'Father', gender: 'male', born: '1957-11-02' },
    { name: 'Vivaan Patel', relationship: 'Son', gender: 'male', born: '2015-03-21' },
  ],
}

/** They order only what fills tomorrow's visits in Surat (surat.ts): the history of the others does not depend on them. */
export const suratHouseholds: readonly DemoPerson[] = [
  { name: 'Mitesh Jariwala', gender: 'male', born: '1979-03-11' },
  { name: 'Sejal Gandhi', gender: 'female', born: '1990-07-19' },
  { name: 'Yogesh Zaveri', gender: 'male', born: '1964-11-05' },
  { name: 'Foram Modi', gender: 'female', born: '1996-02-14' },
  { name: 'Dharmesh Rana', gender: 'male', born: '1986-08-30' },
  { name: 'Pallavi Kapadia', gender: 'female', born: '1975-05-26' },
  { name: 'Nilesh Contractor', gender: 'male', born: '1958-01-09' },
  { name: 'Aarti Bhagat', gender: 'female', born: '1993-09-17' },
]

export const residents: Record<City, readonly DemoPerson[]> = {
  Ahmedabad: [
    {
      name: 'Kavya Shah',
      gender: 'female',
      born: '1991-05-14',
      family: [{ name: 'Nirmala Shah', relationship: 'Mother', gender: 'female', born: '1963-01-30' }],
    },
    { name: 'Hardik Mehta', gender: 'male', born: '1985-09-08' },
    {
      name: 'Bhavna Trivedi',
      gender: 'female',
      born: '1972-12-19',
      family: [{ name: 'Jayesh Trivedi', relationship: 'Spouse', gender: 'male', born: '1969-07-04' }],
    },
    { name: 'Chirag Panchal', gender: 'male', born: '1994-02-27' },
  ],
  Bangalore: [
    { name: 'Ananya Rao', gender: 'female', born: '1993-08-11' },
    {
      name: 'Manjunath Gowda',
      gender: 'male',
      born: '1976-04-23',
      family: [
        { name: 'Shobha Gowda', relationship: 'Spouse', gender: 'female', born: '1980-10-12' },
        { name: 'Tejas Gowda', relationship: 'Son', gender: 'male', born: '2009-02-15' },
      ],
    },
    { name: 'Deepika Hegde', gender: 'female', born: '1989-01-06' },
    { name: 'Prajwal Shetty', gender: 'male', born: '1997-07-29' },
  ],
  Chennai: [
    {
      name: 'Lakshmi Subramanian',
      gender: 'female',
      born: '1968-03-09',
      family: [{ name: 'R. Subramanian', relationship: 'Spouse', gender: 'male', born: '1964-05-25' }],
    },
    { name: 'Karthik Raman', gender: 'male', born: '1987-11-17' },
    { name: 'Divya Krishnan', gender: 'female', born: '1995-06-02' },
    { name: 'Senthil Kumar', gender: 'male', born: '1979-09-21' },
  ],
  Delhi: [
    {
      name: 'Rahul Khanna',
      gender: 'male',
      born: '1983-02-13',
      family: [
        { name: 'Om Prakash Khanna', relationship: 'Father', gender: 'male', born: '1953-08-19' },
        { name: 'Kiran Khanna', relationship: 'Mother', gender: 'female', born: '1957-04-07' },
      ],
    },
    { name: 'Simran Kaur', gender: 'female', born: '1992-10-31' },
    { name: 'Naveen Gupta', gender: 'male', born: '1970-05-18' },
    { name: 'Pooja Sharma', gender: 'female', born: '1990-12-05' },
  ],
  Hyderabad: [
    { name: 'Srinivas Reddy', gender: 'male', born: '1974-07-16' },
    {
      name: 'Ayesha Khan',
      gender: 'female',
      born: '1986-03-28',
      family: [{ name: 'Zoya Khan', relationship: 'Daughter', gender: 'female', born: '2013-09-10' }],
    },
    { name: 'Swathi Naidu', gender: 'female', born: '1996-01-24' },
    { name: 'Imran Siddiqui', gender: 'male', born: '1981-08-03' },
  ],
  Kolkata: [
    { name: 'Sourav Banerjee', gender: 'male', born: '1978-06-26' },
    {
      name: 'Moumita Ghosh',
      gender: 'female',
      born: '1984-09-15',
      family: [{ name: 'Tapan Ghosh', relationship: 'Father', gender: 'male', born: '1952-12-11' }],
    },
    { name: 'Arindam Sen', gender: 'male', born: '1966-02-08' },
    { name: 'Rituparna Das', gender: 'female', born: '1998-04-20' },
  ],
  Mumbai: [
    {
      name: 'Sneha Kulkarni',
      gender: 'female',
      born: '1987-07-22',
      family: [
        { name: 'Amol Kulkarni', relationship: 'Spouse', gender: 'male', born: '1984-01-09' },
        { name: 'Myra Kulkarni', relationship: 'Daughter', gender: 'female', born: '2017-11-27' },
      ],
    },
    { name: "Melwyn D'Souza", gender: 'male', born: '1973-10-04' },
    { name: 'Farida Shaikh', gender: 'female', born: '1965-08-30' },
    { name: 'Aniket Joshi', gender: 'male', born: '1994-05-12' },
  ],
  Pune: [
    { name: 'Gauri Deshpande', gender: 'female', born: '1982-11-23' },
    { name: 'Sachin Patil', gender: 'male', born: '1977-03-17' },
    {
      name: 'Mrunal Kale',
      gender: 'female',
      born: '1993-02-02',
      family: [{ name: 'Vasant Kale', relationship: 'Father', gender: 'male', born: '1961-06-14' }],
    },
    { name: 'Omkar Bhosale', gender: 'male', born: '1999-09-09' },
  ],
  Surat: [
    {
      name: 'Jignesh Naik',
      gender: 'male',
      born: '1980-04-01',
      family: [{ name: 'Hetal Naik', relationship: 'Spouse', gender: 'female', born: '1983-12-16' }],
    },
    { name: 'Riddhi Desai', gender: 'female', born: '1992-06-28' },
    { name: 'Paresh Lakhani', gender: 'male', born: '1967-01-15' },
    { name: 'Krupa Vora', gender: 'female', born: '1988-10-08' },
  ],
  Jaipur: [
    { name: 'Vikram Rathore', gender: 'male', born: '1971-09-27' },
    {
      name: 'Neha Agarwal',
      gender: 'female',
      born: '1989-05-03',
      family: [{ name: 'Santosh Agarwal', relationship: 'Mother', gender: 'female', born: '1960-02-21' }],
    },
    { name: 'Mahendra Meena', gender: 'male', born: '1984-08-14' },
    { name: 'Ritika Mathur', gender: 'female', born: '1997-12-30' },
  ],
}
