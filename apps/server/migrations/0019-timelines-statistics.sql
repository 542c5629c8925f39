-- Each analysis of a table has every connection plan its statements anew: 40 ms for the widest, the home feed. A few publications are a
-- tenth of all timelines, which is when one would come by itself; what they add is like what is there.
alter table timelines set (autovacuum_analyze_scale_factor = 2);
