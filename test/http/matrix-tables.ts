/** Who may do what, as tables: every route, for every viewer, at every visibility and status. */

/**
 * Cells are the status of the answer, or the code of its problem. `seat`: seat 1, who made the match. `rival`: seat 2
 * (`-` where there is none). The match was ended by the rival's resignation or cancelled by its creator's leaving.
 */
export const TABLE = `
                                             | public and unlisted                                                         | private
request                             status   | seat              rival          invited      other        nobody  bad token| seat              rival          invited      other   nobody  bad token
GET  /                              open     | 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /                              active   | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /                              finished | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /                              cancelled| 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /?ply=0                        open     | 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /?ply=0                        active   | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /?ply=0                        finished | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /?ply=0                        cancelled| 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /legal-moves                   open     | 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /legal-moves                   active   | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /legal-moves                   finished | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /legal-moves                   cancelled| 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /clock                         open     | 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /clock                         active   | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /clock                         finished | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /clock                         cancelled| 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /events                        open     | 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /events                        active   | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /events                        finished | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /events                        cancelled| 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /record                        open     | 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /record                        active   | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /record                        finished | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /record                        cancelled| 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /record?form=compact           open     | 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /record?form=compact           active   | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /record?form=compact           finished | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /record?form=compact           cancelled| 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /board.txt                     open     | match_not_started -       match_not_started match_not_started match_not_started 401 | match_not_started - match_not_started 404   404          401
GET  /board.txt                     active   | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /board.txt                     finished | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /board.txt                     cancelled| match_not_started -       match_not_started match_not_started match_not_started 401 | match_not_started - match_not_started 404   404          401
POST /join                          open     | 200               -              200          200          401          401 | 200               -              200          404     401          401
POST /join                          active   | 200               200            match_full   match_full   401          401 | 200               200            match_full   404     401          401
POST /join                          finished | 200               200            match_over   match_over   401          401 | 200               200            match_over   404     401          401
POST /join                          cancelled| 200               -              match_over   match_over   401          401 | 200               -              match_over   404     401          401
POST /leave                         open     | 200               -              not_seated   not_seated   401          401 | 200               -              not_seated   404     401          401
POST /leave                         active   | match_started     match_started  not_seated   not_seated   401          401 | match_started     match_started  not_seated   404     401          401
POST /leave                         finished | match_over        match_over     not_seated   not_seated   401          401 | match_over        match_over     not_seated   404     401          401
POST /leave                         cancelled| 200               -              not_seated   not_seated   401          401 | 200               -              not_seated   404     401          401
POST /invitations                   open     | 201               -              not_creator  not_creator  401          401 | 201               -              not_creator  404     401          401
POST /invitations                   active   | match_started     not_creator    not_creator  not_creator  401          401 | match_started     not_creator    not_creator  404     401          401
POST /invitations                   finished | match_over        not_creator    not_creator  not_creator  401          401 | match_over        not_creator    not_creator  404     401          401
POST /invitations                   cancelled| match_over        -              not_creator  not_creator  401          401 | match_over        -              not_creator  404     401          401
DELETE /invitations/{player}        open     | 204               -              not_creator  not_creator  401          401 | 204               -              not_creator  404     401          401
DELETE /invitations/{player}        active   | match_started     not_creator    not_creator  not_creator  401          401 | match_started     not_creator    not_creator  404     401          401
DELETE /invitations/{player}        finished | match_over        not_creator    not_creator  not_creator  401          401 | match_over        not_creator    not_creator  404     401          401
DELETE /invitations/{player}        cancelled| match_over        -              not_creator  not_creator  401          401 | match_over        -              not_creator  404     401          401
POST /invitations/accept            open     | 200               -              200          not_asked    401          401 | 200               -              200          404     401          401
POST /invitations/accept            active   | 200               200            match_full   not_asked    401          401 | 200               200            match_full   404     401          401
POST /invitations/accept            finished | 200               200            match_over   not_asked    401          401 | 200               200            match_over   404     401          401
POST /invitations/accept            cancelled| 200               -              match_over   not_asked    401          401 | 200               -              match_over   404     401          401
POST /invitations/decline           open     | not_asked         -              204          not_asked    401          401 | not_asked         -              204          404     401          401
POST /invitations/decline           active   | not_asked         match_started  match_started not_asked    401          401 | not_asked         match_started  match_started 404     401          401
POST /invitations/decline           finished | not_asked         match_over     match_over   not_asked    401          401 | not_asked         match_over     match_over   404     401          401
POST /invitations/decline           cancelled| not_asked         -              match_over   not_asked    401          401 | not_asked         -              match_over   404     401          401
GET  /links                         open     | 200               -              not_creator  not_creator  401          401 | 200               -              not_creator  404     401          401
GET  /links                         active   | 200               not_creator    not_creator  not_creator  401          401 | 200               not_creator    not_creator  404     401          401
GET  /links                         finished | 200               not_creator    not_creator  not_creator  401          401 | 200               not_creator    not_creator  404     401          401
GET  /links                         cancelled| 200               -              not_creator  not_creator  401          401 | 200               -              not_creator  404     401          401
POST /links                         open     | 201               -              not_creator  not_creator  401          401 | 201               -              not_creator  404     401          401
POST /links                         active   | match_started     not_creator    not_creator  not_creator  401          401 | match_started     not_creator    not_creator  404     401          401
POST /links                         finished | match_over        not_creator    not_creator  not_creator  401          401 | match_over        not_creator    not_creator  404     401          401
POST /links                         cancelled| match_over        -              not_creator  not_creator  401          401 | match_over        -              not_creator  404     401          401
DELETE /links/{link}                open     | 204               -              not_creator  not_creator  401          401 | 204               -              not_creator  404     401          401
DELETE /links/{link}                active   | 204               not_creator    not_creator  not_creator  401          401 | 204               not_creator    not_creator  404     401          401
DELETE /links/{link}                finished | 204               not_creator    not_creator  not_creator  401          401 | 204               not_creator    not_creator  404     401          401
DELETE /links/{link}                cancelled| 204               -              not_creator  not_creator  401          401 | 204               -              not_creator  404     401          401
POST /moves                         open     | match_not_started -              not_seated   not_seated   401          401 | match_not_started -              not_seated   404     401          401
POST /moves                         active   | 200               not_your_turn  not_seated   not_seated   401          401 | 200               not_your_turn  not_seated   404     401          401
POST /moves                         finished | match_over        match_over     not_seated   not_seated   401          401 | match_over        match_over     not_seated   404     401          401
POST /moves                         cancelled| match_over        -              not_seated   not_seated   401          401 | match_over        -              not_seated   404     401          401
POST /moves?dry-run=true            open     | match_not_started -              not_seated   not_seated   401          401 | match_not_started -              not_seated   404     401          401
POST /moves?dry-run=true            active   | 200               not_your_turn  not_seated   not_seated   401          401 | 200               not_your_turn  not_seated   404     401          401
POST /moves?dry-run=true            finished | match_over        match_over     not_seated   not_seated   401          401 | match_over        match_over     not_seated   404     401          401
POST /moves?dry-run=true            cancelled| match_over        -              not_seated   not_seated   401          401 | match_over        -              not_seated   404     401          401
POST /resign                        open     | match_not_started -              not_seated   not_seated   401          401 | match_not_started -              not_seated   404     401          401
POST /resign                        active   | 200               200            not_seated   not_seated   401          401 | 200               200            not_seated   404     401          401
POST /resign                        finished | match_over        200            not_seated   not_seated   401          401 | match_over        200            not_seated   404     401          401
POST /resign                        cancelled| match_over        -              not_seated   not_seated   401          401 | match_over        -              not_seated   404     401          401
POST /offers                        open     | match_not_started -              not_seated   not_seated   401          401 | match_not_started -              not_seated   404     401          401
POST /offers                        active   | 201               201            not_seated   not_seated   401          401 | 201               201            not_seated   404     401          401
POST /offers                        finished | match_over        match_over     not_seated   not_seated   401          401 | match_over        match_over     not_seated   404     401          401
POST /offers                        cancelled| match_over        -              not_seated   not_seated   401          401 | match_over        -              not_seated   404     401          401
POST /offers/{offer}/accept        open     | not_found         -              not_found    not_found    401          401 | not_found         -              not_found    404     401          401
POST /offers/{offer}/accept        active   | 200               not_asked      not_seated   not_seated   401          401 | 200               not_asked      not_seated   404     401          401
POST /offers/{offer}/accept        finished | offer_over        not_asked      not_seated   not_seated   401          401 | offer_over        not_asked      not_seated   404     401          401
POST /offers/{offer}/accept        cancelled| not_found         -              not_found    not_found    401          401 | not_found         -              not_found    404     401          401
POST /offers/{offer}/decline       open     | not_found         -              not_found    not_found    401          401 | not_found         -              not_found    404     401          401
POST /offers/{offer}/decline       active   | 200               not_asked      not_seated   not_seated   401          401 | 200               not_asked      not_seated   404     401          401
POST /offers/{offer}/decline       finished | offer_over        not_asked      not_seated   not_seated   401          401 | offer_over        not_asked      not_seated   404     401          401
POST /offers/{offer}/decline       cancelled| not_found         -              not_found    not_found    401          401 | not_found         -              not_found    404     401          401
POST /offers/{offer}/withdraw      open     | not_found         -              not_found    not_found    401          401 | not_found         -              not_found    404     401          401
POST /offers/{offer}/withdraw      active   | not_asked         200            not_seated   not_seated   401          401 | not_asked         200            not_seated   404     401          401
POST /offers/{offer}/withdraw      finished | not_asked         offer_over     not_seated   not_seated   401          401 | not_asked         offer_over     not_seated   404     401          401
POST /offers/{offer}/withdraw      cancelled| not_found         -              not_found    not_found    401          401 | not_found         -              not_found    404     401          401
POST /forks                         open     | match_not_started -              match_not_started match_not_started 401   401 | match_not_started -              match_not_started 404   401      401
POST /forks                         active   | 201               201            201          201          401          401 | 201               201            201          404     401          401
POST /forks                         finished | 201               201            201          201          401          401 | 201               201            201          404     401          401
POST /forks                         cancelled| match_not_started -              match_not_started match_not_started 401   401 | match_not_started -              match_not_started 404   401      401
GET  /talk                          open     | 200               -              200          200          200          401 | 200               -              200          404     404          401
GET  /talk                          active   | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /talk                          finished | 200               200            200          200          200          401 | 200               200            200          404     404          401
GET  /talk                          cancelled| 200               -              200          200          200          401 | 200               -              200          404     404          401
POST /talk                          open     | 201               -              not_seated   not_seated   401          401 | 201               -              not_seated   404     401          401
POST /talk                          active   | 201               201            not_seated   not_seated   401          401 | 201               201            not_seated   404     401          401
POST /talk                          finished | 201               201            not_seated   not_seated   401          401 | 201               201            not_seated   404     401          401
POST /talk                          cancelled| 201               -              not_seated   not_seated   401          401 | 201               -              not_seated   404     401          401
GET  /notes                         open     | 200               -              200          200          401          401 | 200               -              200          404     401          401
GET  /notes                         active   | 200               200            200          200          401          401 | 200               200            200          404     401          401
GET  /notes                         finished | 200               200            200          200          401          401 | 200               200            200          404     401          401
GET  /notes                         cancelled| 200               -              200          200          401          401 | 200               -              200          404     401          401
PUT  /notes                         open     | 200               -              200          200          401          401 | 200               -              200          404     401          401
PUT  /notes                         active   | 200               200            200          200          401          401 | 200               200            200          404     401          401
PUT  /notes                         finished | 200               200            200          200          401          401 | 200               200            200          404     401          401
PUT  /notes                         cancelled| 200               -              200          200          401          401 | 200               -              200          404     401          401
GET  /plan                          open     | 200               -              not_seated   not_seated   401          401 | 200               -              not_seated   404     401          401
GET  /plan                          active   | 200               200            not_seated   not_seated   401          401 | 200               200            not_seated   404     401          401
GET  /plan                          finished | 200               200            not_seated   not_seated   401          401 | 200               200            not_seated   404     401          401
GET  /plan                          cancelled| 200               -              not_seated   not_seated   401          401 | 200               -              not_seated   404     401          401
PUT  /plan                          open     | match_not_started -              not_seated   not_seated   401          401 | match_not_started -              not_seated   404     401          401
PUT  /plan                          active   | own_turn          200            not_seated   not_seated   401          401 | own_turn          200            not_seated   404     401          401
PUT  /plan                          finished | match_over        match_over     not_seated   not_seated   401          401 | match_over        match_over     not_seated   404     401          401
PUT  /plan                          cancelled| match_over        -              not_seated   not_seated   401          401 | match_over        -              not_seated   404     401          401
PUT  /plan?dry-run=true             open     | match_not_started -              not_seated   not_seated   401          401 | match_not_started -              not_seated   404     401          401
PUT  /plan?dry-run=true             active   | own_turn          200            not_seated   not_seated   401          401 | own_turn          200            not_seated   404     401          401
PUT  /plan?dry-run=true             finished | match_over        match_over     not_seated   not_seated   401          401 | match_over        match_over     not_seated   404     401          401
PUT  /plan?dry-run=true             cancelled| match_over        -              not_seated   not_seated   401          401 | match_over        -              not_seated   404     401          401
DELETE /plan                        open     | 204               -              not_seated   not_seated   401          401 | 204               -              not_seated   404     401          401
DELETE /plan                        active   | 204               204            not_seated   not_seated   401          401 | 204               204            not_seated   404     401          401
DELETE /plan                        finished | 204               204            not_seated   not_seated   401          401 | 204               204            not_seated   404     401          401
DELETE /plan                        cancelled| 204               -              not_seated   not_seated   401          401 | 204               -              not_seated   404     401          401
`;

/** Routes that are about no match: by whether a player, nobody, or a bad token asks. */
export const ELSEWHERE = `
request                   | player nobody bad token
POST /v1/players          | 201    201    401
GET  /v1/players/{player} | 200    200    401
GET  /v1/me               | 200    401    401
PATCH /v1/me              | 200    401    401
DELETE /v1/me             | 204    401    401
GET  /v1/me/export        | 200    401    401
GET  /v1/me/events        | 200    401    401
GET  /v1/me/turns         | 200    401    401
GET  /v1/me/invitations   | 200    401    401
POST /v1/links/preview    | 404    404    401
POST /v1/links/open       | 404    401    401
GET  /v1/me/vacation      | 200    401    401
PUT  /v1/me/vacation      | 200    401    401
DELETE /v1/me/vacation    | 200    401    401
GET  /v1/me/blocks        | 200    401    401
PUT  /v1/me/blocks/{player} | 204 401     401
DELETE /v1/me/blocks/{player} | 204 401   401
GET  /v1/me/tokens        | 200    401    401
POST /v1/me/tokens        | 201    401    401
DELETE /v1/me/tokens/{token} | 204 401    401
POST /v1/me/recovery-codes | 201   401    401
POST /v1/recover          | 403    403    401
GET  /v1/games            | 200    200    401
GET  /v1/games/{game}     | 200    200    401
GET  /v1/games/{game}/leaderboard | 200 200 401
GET  /v1/matches          | 200    200    401
GET  /v1/matches?mine=true| 200    401    401
POST /v1/matches          | 201    401    401
GET  /v1/openapi.json     | 200    200    200
GET  /docs                | 200    200    200
GET  /docs/start.js       | 200    200    200
GET  /docs/swagger-ui.css | 200    200    200
GET  /docs/swagger-ui-bundle.js | 200 200 200
`;

/** Routes about a player’s webhooks: by whether their owner, another player, nobody, or a bad token asks. */
export const WEBHOOKS = `
request                                                       | owner other nobody bad token
GET    /v1/webhooks                                           | 200   200   401    401
POST   /v1/webhooks                                           | 201   201   401    401
GET    /v1/webhooks/{webhook}                                 | 200   404   401    401
PATCH  /v1/webhooks/{webhook}                                 | 200   404   401    401
POST   /v1/webhooks/{webhook}/rotate-secret                   | 200   404   401    401
POST   /v1/webhooks/{webhook}/test                            | 202   404   401    401
GET    /v1/webhooks/{webhook}/deliveries                      | 200   404   401    401
POST   /v1/webhooks/{webhook}/deliveries/{delivery}/redeliver | 202   404   401    401
POST   /v1/webhooks/{webhook}/replay                          | 202   404   401    401
DELETE /v1/webhooks/{webhook}                                 | 204   204   401    401
`;
