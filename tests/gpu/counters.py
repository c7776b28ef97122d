"""Which hardware counters a run of copies reads, and how a counted number is held against the predicted one."""

COUNTERS = [
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "smsp__inst_executed_op_shared_ld_pred_on_any.sum", "smsp__inst_executed_op_shared_st_pred_on_any.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    # -1: not read, because the kernel does not use the copy engine
    "l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum", "l1tex__m_l1tex2xbar_write_sectors_mem_global_op_tma_st.sum",
]

# What bounds other counts.
BESIDE = ["l1tex__data_bank_conflicts_type_arbitration.sum", "smsp__inst_executed_op_shared_ld.sum", "smsp__inst_executed_op_shared_st.sum"]
WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{}.sum"


def verdict(counter, predicted, measured, bound):
    """exact; bounded, where the surplus is at most what another counter of the run says; or differ (copy_predict.h)."""
    surplus = measured[counter] - predicted[counter]
    if surplus == 0:
        return "exact"
    if surplus < 0 or not bound or bound["counter"] not in measured:
        return "differ"
    most = measured[bound["counter"]]
    if bound["as"] == "sum":
        # What both directions lost, together.
        surplus = sum(measured[c] - predicted[c] for c in map(WAVEFRONTS.format, ("ld", "st")) if c in predicted)
        return "bounded" if surplus <= 2 * most else "differ"
    return "bounded" if measured[counter] <= most else "differ"


def judged(runner, program, result):
    """[(counter, predicted, measured, verdict)] of a result with counters. What was lost by arbitration differs from launch to
    launch, and counters are read in several: where there is a surplus, it is read again with nothing but what bounds it, and
    the result then has those counts."""
    predicted, measured = result["predicted"].get("counters", {}), result["measured"]["counters"]
    bounds = result["predicted"].get("bounds", {})
    sums = [c for c, b in bounds.items() if b["as"] == "sum" and c in measured]
    if any(measured[c] > predicted[c] for c in sums):
        again = runner.run(program, counters=True, seconds=0, metrics=[*sums, bounds[sums[0]]["counter"]])
        measured.update(again.get("measured", {}).get("counters", {}))
    return [(c, p, measured[c], verdict(c, predicted, measured, bounds.get(c))) for c, p in predicted.items() if c in measured]
