import { describe, expect, test } from 'vitest'
import { previousAddressNeeded } from '#src/forms/years-established.ts'

const today = '2026-11-28'

const asked = `
a while|one year|a hundred|0|1.9|1 year|18 months|Eighteen months|6 mths|2025|since 2025|03/2025|New|just started
under 2 years|Under 2 years|less than 2 years|less than a year|<2|< 2 yrs|≤ 2|fewer than two years|under two|sub-2 years
up to 2 years|at most 2 years|2 years max|2 years or less|no more than 2 years|not over 2 years|within 2 years
under 5 years|less than 10|nearly 2|nearly two years|almost 2 years|2 yrs (nearly)|2 years (almost)|just under 2 years
not quite 2 years|not yet 2|coming up to 2 years|going on 2 years|about 2 years|approx. 2|circa 2 years|2ish|2 years?
a couple of years|maybe 2 years|2 years next month|2 years in March|almost 24 months|2 years less a week|~2
10 weeks|90 days|6 wks|18months|18mths|18m|1y|1y6m|1yr 11m|1 yr 11 mths|1 year and 6 months|one year, six months|5 quarters
two quarters|3 fortnights|100 weeks|700 days|seven quarters|20 months|1,5|1,9 years|1·5 years|1.5yrs|½ year|1½ years
1 1/2 years|3/4 year|half a year|a half year|a year and a half|one and a half years|1 and a half|a year|an year|a few months
1-2 years|1 - 2|1 to 2 years|between 1 and 2 years|one or two years|a year or two|1–2 yrs|18-24 months|18 months to 2 years
first year|1st year|2nd year of trading|second year|June 25|25 June|June '25|since June|since last spring|06/25|01/06/25
01.06.25|1-6-25|2025/26|2024/25|'25|est. 25|since 25|FY25|Q3 25|06-25|10-25|Q3 2025|Q4 2024|December 2024|Dec 2024|12/2024
5 December 2024|5 Dec 2024|05/12/2024|2024-12-05|2024-12|end of 2024|late 2024|winter 2024|about 2024|2024 or 2025|2020s
twenty twenty-five|twenty twenty four|nineteen ninety-eight|two thousand and twenty five|3 mois|10 yeers|２ months|１８ months
November 2026|28/11/2025|29/11/2024|6 months, before that 5 years elsewhere|10 years (new company since 2025)|year 2|1/2
few years|recently|n/a|none|2.5 months|2 months|24 weeks|1 decade ago? no, 1 year|month 10|20 days|1:6|haven't reached 2 years
12.24|6.25|Xmas 2024|2025ish|Christmas 2024|since 2/25|1 year, 51 weeks|in its 2nd year|FY 24/25|a bit over a year
`
const notAsked = `
seven|Twenty-five years|30 months|2 years 3 months|2 yrs 3 months|holiday business, 10|2|2 years|about 3 years, 1 here|2024
1 January 1999|1887|12345|24 months|over 2 years|more than 2 years|2+|2+ years|at least 2 years|not less than 2 years
no less than 5 years|>2|> 10 years|10+|10 plus|10 plus years|10 or more years|more than 10 years|over 10 years|since 1998|1998
est. 1998|Est 1998|established in 1998|25 years|25|17|2.5|2.5 years|2,5 years|2½ years|2 1/2|two and a half years|2 and a half years
nearly 10 years|almost 3 years|approx 5 years|c. 1990|about 1990|1990s|early 1990s|a decade|over two decades|a dozen years
36 months|104 weeks|730 days|8 quarters|1 year 12 months|2-3 years|10-15|3 to 4 years|2 or 3|3rd year|5th year|12yrs|12 y
2y 6m|2y6m|three years and 2 months|10 years trading|Trading 10 years|Years: 5|10 in total|in business 10|1998-2026|1998 to 2026
1998 (28 years)|June 1998|06/1998|01/06/1998|1998-06-01|Q3 2020|summer 2020|spring 2024|28/11/2024|November 2023|2011/12
for the last 10 years|past 25 years|10 years under the same owner|10 years, up to now|20 yrs|２５|２５ years|100+ years|3 years (2023)
2 years and a bit|10 odd years|10 good years|ten|fifteen yrs|2 years ago|5 years old|a century|2 years 1 week
early 90s|the 1980's|the 80s|2.0|2.50|10.5|3.75|2019ish|1998 - present|5 yrs since incorporation|between 5 and 10 years|22 since 2004
`

const each = (list: string) => list.trim().split(/[|\n]/)

describe('a business established', () => {
  test.each(['', ...each(asked)])(
    'asks a business established "%s" for the previous address',
    (typed) => {
      expect(previousAddressNeeded(typed, today)).toBe(true)
    },
  )
  test.each(each(notAsked))(
    'does not ask a business established "%s" for the previous address',
    (typed) => {
      expect(previousAddressNeeded(typed, today)).toBe(false)
    },
  )
})
