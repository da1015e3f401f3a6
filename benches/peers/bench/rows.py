"""The rows of the table: each function measures one, or some that belong together."""

from contextlib import ExitStack

from . import servers, workloads
from .load import Contender, interleaved, ratio
from .report import Row, Section

# The load for p99 below saturation.
SHARE = 0.7


def contenders(stack, pairs):
    """Starts servers; they run until the stack is left."""
    return [Contender(name, stack.enter_context(server), workload) for name, server, workload in pairs]


def page(plan):
    """GraphQL page of 50 notifications of an account with both accounts."""
    ours, theirs = workloads.page(plan.rows)
    return read(plan, "GraphQL page of 50 with both accounts", ours, theirs, (0.95, 5))


def point(plan):
    """GraphQL read of one notification by its uuid."""
    ours, theirs = workloads.point(plan.rows)
    return read(plan, "GraphQL point read", ours, theirs, (0.95, None))


def read(plan, name, ours, theirs, goals):
    with ExitStack() as stack:
        found = contenders(stack, [
            ("reinstate", servers.reinstate_postgres(), ours),
            ("H", servers.handwritten_postgres(), ours),
            ("PostGraphile", servers.postgraphile(), theirs),
        ])
        same_answers(found[0], found[1])
        interleaved(found, plan)
        interleaved(found[:2], plan, share=SHARE)
    own, hand, peer = found
    return Section(name, found, [
        Row(f"{name} / H", ratio(own, hand), goals[0]),
        Row(f"{name} / PostGraphile 5", ratio(own, peer), goals[1]),
        Row(f"{name}: p99 at 70 % load / H's", own.paced_p99() / hand.paced_p99(), 1.5, at_most=True),
    ])


def restore(plan):
    """Restores with durable commits, through REST, GraphQL and PostGraphile."""
    rest, graphql, theirs = workloads.restore(plan.rows)
    with ExitStack() as stack:
        own = stack.enter_context(servers.reinstate_postgres())
        hand = stack.enter_context(servers.handwritten_postgres())
        peer = stack.enter_context(servers.postgraphile())
        found = [Contender("reinstate, REST", own, rest), Contender("H", hand, rest),
                 Contender("reinstate, GraphQL", own, graphql), Contender("PostGraphile", peer, theirs)]
        same_answers(found[0], found[1])
        interleaved(found, plan)
        interleaved(found[:2], plan, share=SHARE)
    return Section("Restore, durable commit", found, [
        Row("REST restore / H, durable", ratio(found[0], found[1]), 1),
        Row("GraphQL restore / own REST restore", ratio(found[2], found[0]), 0.88),
        Row("GraphQL restore / PostGraphile 5", ratio(found[2], found[3]), None),
        Row("REST restore: p99 at 70 % load / H's", found[0].paced_p99() / found[1].paced_p99(), 1.5,
            at_most=True),
    ])


def restore_async(plan):
    """Restores without waiting for the disk."""
    rest = workloads.restore(plan.rows)[0]
    with ExitStack() as stack:
        found = contenders(stack, [("reinstate, REST", servers.reinstate_async(), rest),
                                   ("H", servers.handwritten_async(), rest)])
        interleaved(found, plan)
    return Section("Restore, `synchronous_commit = off`", found, [
        Row("REST restore / H, asynchronous commit", ratio(*found), 0.60)])


def send(plan):
    """Sends notifications through REST."""
    workload = workloads.send(plan.rows)
    with ExitStack() as stack:
        found = contenders(stack, [("reinstate, REST", servers.reinstate_postgres(), workload),
                                   ("H", servers.handwritten_postgres(), workload)])
        interleaved(found, plan)
    return Section("Send, durable commit", found, [Row("REST send / H, durable", ratio(*found), None)])


def sqlite_reads(plan):
    """The page and the point on SQLite."""
    sections = []
    page, point = workloads.page(plan.rows)[0], workloads.point(plan.rows)[0]
    for name, workload, goals in [("page", page, (2, 0.6)), ("point", point, (1.2, 0.55))]:
        with ExitStack() as stack:
            found = contenders(stack, [("reinstate", servers.reinstate_sqlite(), workload),
                                       ("sqlx", servers.handwritten_sqlite(), workload),
                                       ("rusqlite", servers.threads_sqlite(), workload)])
            same_answers(*found)
            interleaved(found, plan)
        one, *others = found
        sections.append(Section(f"SQLite: GraphQL {name}", found, [
            Row(f"SQLite {name} / hand-written {other.name}", ratio(one, other), goal)
            for other, goal in zip(others, goals)]))
    return sections


def sqlite_restore(plan):
    """Durable restores on SQLite, against one commit for each write."""
    workload = workloads.restore(plan.rows)[0]
    sections = []
    for connections, goal in [(32, 5), (1, 1)]:
        with ExitStack() as stack:
            found = contenders(stack, [("reinstate, REST", servers.reinstate_sqlite(), workload),
                                       ("one commit a write", servers.handwritten_sqlite(), workload)])
            interleaved(found, plan, connections=connections)
        clients = "1 client" if connections == 1 else f"{connections} clients"
        sections.append(Section(f"SQLite: durable restore, {clients}", found, [
            Row(f"SQLite durable restore at {clients} / one commit a write", ratio(*found), goal)]))
    return sections


def request_log(plan):
    """The share of the request log at info in the rate."""
    sections = []
    for name, workload in [("page", workloads.page(plan.rows)[0]), ("point", workloads.point(plan.rows)[0])]:
        with ExitStack() as stack:
            found = contenders(stack, [("log at info", servers.reinstate_postgres(), workload),
                                       ("no log", servers.reinstate_quiet(), workload)])
            interleaved(found, plan)
        sections.append(Section(f"Request log, {name}", found, [
            Row(f"request log at info, {name}", 100 * (1 - ratio(*found)), 5, unit=" %", at_most=True)]))
    return sections


def same_answers(*all_of_them):
    """Fails unless all answer the first request with the same bytes."""
    answers = []
    for contender in all_of_them:
        if contender.workload.once:
            contender.delete_again()
        answers.append(contender.server.ask(contender.workload.first))
    for answer in answers[1:]:
        if answer != answers[0]:
            raise SystemExit(f"the answers differ:\n{answers[0][:2000]}\n{answer[:2000]}")
